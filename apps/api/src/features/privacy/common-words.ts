/**
 * English words that an office needs to answer, which nobody is found by: those that hold sentences together, days and months,
 * and what complaints are about. Many are names of people as well; `withoutPerson` says what then.
 */
const words = `
  about above abroad accept accepted access according account action actions add added address administrator after again
  against agencies agency ago agree all allow allowed almost alone along already also although always among amount and another
  answer answered answers any anybody anyone anything appeal application apply april are area around arrive arrived ask asked
  asking assigned attached attention august authority available avenue away

  back bad bank based because become been before began begin behind being believe below beside best better between beyond big
  bill board both bridge bring broken brought budget building built bus but buy

  call called came can cancel cannot capital car care case cases caused centre certain certificate chairman chance change
  changed charge check checked chief child children choose citizen citizens city claim clean clear clerk clinic close closed
  code cold come comes commission committee common community complain complaint complaints complete completed concern
  condition confirm confirmed contact continue contract contractor control copy correct corruption cost costs could council
  country course court cover crew current cut

  daily damage damaged dark data date dates day days deal dear decide decided decision decline declined delay delayed deleted
  department departments desk details did different director district does doing done door down draft drain drainage driver
  dry due during dust duty

  each early earlier easy education effect eight either electricity else emergency empty end ended engineer enough ensure error
  even evening event ever every everybody everyone everything evidence exactly except expect expected explain

  fact facts fair false family far fast father february federal fee feedback fees feel few field file filed files fill final
  find fine fire first five fix fixed flood follow food for force form former found four free fresh friday from front fuel full
  fund funds further future

  garbage gate gave general get give given goes going gone good got government grant great green ground group guard

  had half hand handle handled happen happened happy hard has have having head health hear heard heavy held hello help her here
  high him his hold holiday home hope hospital hour hours house how however

  illegal immediately important improve incident include increase inform information inside inspect inspected inspection
  inspector instead internal into investigate investigation invoice issue issues its itself

  january job join judge july june just justice

  keep kept kind know known

  labour lack lamp land lane large last late later law lay lead leader least leave left less let letter level licence lift
  light lights like line list little local location long look lost lot low

  made mail main make making man manager many march mark market matter may mayor mda mean means measure medical meet meeting
  member men mend mended message messages met middle might mile million minister ministries ministry minor minute minutes miss
  missing mister moment monday money month months more morning most mother move moved much must

  name named national near need needed needs neighbour neither never new news next night nine nobody noise none nor north not
  note nothing notice november now number

  october off offer office officer officers official officials often oil old once one only open opened operator opinion order
  other others our out outcome outside over own

  paid part party pass past patient pay payment pending pension people per period permit person phone photo picture pipe pipes
  place plan planned planning please police policy poor position possible post pothole potholes power present price prison
  private problem problems process processed project promise proof proper property proved public pump put

  quality question questions quick quite

  rain raise rate rather reach read ready real reason reasons receipt receive received recent record records red reduce refer
  referred refund refuse refused region regret reject rejected remain remember remind remove removed repair repaired repairs
  repeat replace replaced replied reply report reported reports request requested require required resolve resolved resources
  response responsible rest result return returned review right rights rise river road roads room round rubbish rule rules run
  running

  safe safety said salary same sample saturday saw say says school schools second secretary section security see seem seen send
  sent september serious serve served service services set seven several shall she shop short should show shown side sign
  signed silver since sir site six size small soldier solve solved some somebody someone something soon sorry sort sound south
  speak special spent spoke staff stand start started state station status stay step steps still stood stop stopped street
  streets strong student subject submit submitted such suffer sunday supervisor supply support sure system

  table take taken talk tank tap target tax taxes teacher team tell ten tender terms test text than thank thanks that the their
  them then there these they thing things think third this those though three through thursday ticket time times title today
  together told tomorrow too took total towards town track traffic train transfer transferred transport treat treated tree
  trouble true trust try tuesday turn twice two type

  under understand undone union unit until upon urgent use used user using usual

  value vehicle very video village visit visited voice vote

  wait waited waiting walk wall want was waste watch water way weak wednesday week weeks welcome well went were west what when
  where whether which while white who whole whom whose why wide will win winter wish with withdraw withdrawn within without
  woman women word words work worked workers working works world worse would write written wrong wrote

  year years yes yesterday yet you young your yours

  december http https mailto www com org gov net
`;

/** See `words`. In small letters. */
export const ordinaryWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/u));
