# Files and follows requests as city software does, in XML and in JSON: `walk.pl URL KEY MDA SERVICE NAME CHANGED`.
# SERVICE is the code of the service called NAME, and CHANGED the ID of a request that was updated within the last hour.
use strict;
use warnings;
use Encode qw(decode);
use HTTP::Request::Common qw(GET HEAD POST);
use JSON::PP qw(decode_json);
use LWP::UserAgent;
use POSIX qw(strftime);
use URI;
use XML::Simple;

my ($url, $key, $mda, $service, $name, $changed) = @ARGV;
my $agent = LWP::UserAgent->new(timeout => 30);
my $parser = XML::Simple->new(
    ForceArray => [qw(attribute endpoint error format request request_update service value)],
    GroupTags => { attributes => 'attribute', endpoints => 'endpoint', formats => 'format', values => 'value' },
    KeyAttr => {}, SuppressEmpty => undef,
);
my %kinds = (xml => 'text/xml', json => 'application/json');
my $moment = qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
my @jurisdiction = (jurisdiction_id => URI->new($url)->host);
my ($format, $endpoint);

sub must { my ($holds, $what) = @_; die "$format: $what\n" if !$holds }

# Sends a request; returns the document of its answer, or the items of the list that it is.
sub ask {
    my ($request, $item, $status) = @_;
    my $response = $agent->request($request);
    my $call = join ' ', $request->method, $request->uri->path_query, $response->status_line, $response->decoded_content;
    must($response->code == ($status || 200), $call);
    must($response->header('Content-Type') eq "$kinds{$format}; charset=utf-8", 'the type is wrong: ' . $response->as_string);
    return decode_json($response->content) if $format eq 'json';
    my $document = $parser->parse_string($response->decoded_content);
    return $item ? $document->{$item} || [] : $document;
}

sub address {
    my ($path, @query) = @_;
    my $uri = URI->new("$endpoint/$path.$format");
    $uri->query_form(@jurisdiction, @query);
    return $uri;
}

sub file {
    my @fields = (@jurisdiction, api_key => $key, service_code => $service, 'attribute[mda]' => $mda, @_);
    my ($request) = @{ ask(POST("$endpoint/requests.$format", \@fields), 'request') };
    must($request->{service_request_id} && !exists $request->{token}, 'a filing got a token, or no ID');
    return $request->{service_request_id};
}

for (qw(xml json)) {
    $format = $_;
    my ($found) = grep { $_->{specification} =~ /GeoReport_v2$/ } @{ ask(GET("$url/open311/discovery.$format"))->{endpoints} };
    must((grep { $_ eq $kinds{$format} } @{ $found->{formats} }), 'the format is not announced');
    must($found->{changeset} =~ $moment && $found->{changeset} le strftime('%FT%TZ', gmtime), 'the changeset lies ahead');
    $endpoint = $found->{url};

    my ($offered) = grep { $_->{service_code} eq $service } @{ ask(GET(address('services')), 'service') };
    must($offered->{service_name} eq decode('UTF-8', $name) && $offered->{type} eq 'realtime', 'the service is called otherwise');
    my ($office) = grep { $_->{code} eq 'mda' } @{ ask(GET(address("services/$service")))->{attributes} };
    must((grep { $_->{key} eq $mda } @{ $office->{values} }), 'the office is not among the values');

    my @person = (first_name => 'Ada', last_name => 'Okafor', email => 'ada@city.example', phone => '', deviceid => 'iPhone');
    my @report = (@person, description => "Lamp out & dark\n\n\xc3\x80d\xc3\xba\xc3\xa0 <b>\n\nhttps://city.example/7\n");
    my @place = (lat => '6.524379', long => '3.379206', media_url => [map { "https://city.example/$_.jpg" } 7, 8]);
    my $id = file(@report, @place, 'attribute[northing]' => '', 'attribute[title]' => '', 'attribute[lamps][]' => [1, 2]);
    my @same = map { file(@report, address_string => 'Hill Road 4') } 1, 2;
    must($same[0] ne $same[1], 'the second filing of the same is lost');
    must(ask(GET(address("tokens/$id")), 'request')->[0]{service_request_id} eq $id, 'the token leads elsewhere');
    my ($read) = @{ ask(GET(address("requests/$id")), 'request') };
    must($read->{status} eq 'open' && $read->{requested_datetime} =~ $moment, 'the request is not open, or has no date');

    my @key = (api_key => $key);
    my @span = map { ("$_->[0]_date" => strftime('%FT%TZ', gmtime(time + $_->[1]))) } [start => -7200], [end => 5];
    my @lagos = map { ("$_->[0]_date" => strftime('%FT%T+01:00', gmtime(time + $_->[1]))) } [start => -3600], [end => 3605];
    for my $query (\@span, \@lagos, [@span, status => 'open', service_code => '', page => ''], [service_request_id => "$id,$same[0]"]) {
        my ($listed) = grep { $_->{service_request_id} eq $id } @{ ask(GET(address('requests', @key, @$query)), 'request') };
        must($listed && $listed->{service_code} eq $service && $listed->{updated_datetime} =~ $moment, "no request of @$query");
    }
    must(@{ ask(GET(address('requests', @key, @span, page => 2, page_size => 1)), 'request') } == 1, 'a page of one has another size');
    my ($update) = grep { $_->{service_request_id} eq $changed } @{ ask(GET(address('servicerequestupdates', @key, @span)), 'request_update') };
    must($update && $update->{update_id} && $update->{updated_datetime} =~ $moment, 'the update is missing');

    my %refused = (403 => ['requests'], 404 => ['services/none'], 400 => ['requests', @key, start_date => 'today']);
    must(ask(GET(address(@{ $refused{$_} })), 'error', $_)->[0]{description}, "$_ says nothing") for keys %refused;
    must($agent->request($_)->code < 500, 'a look breaks it') for HEAD(address('requests')), HTTP::Request->new(OPTIONS => address('requests'));
    print "$id\n";
}
