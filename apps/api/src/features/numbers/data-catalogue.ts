import type { Settings } from '../../config/settings.ts';

/** Describes the open data as a catalogue (DCAT-US 1.1). Its data set is valid by DCAT-US 3 too. */
export function dataCatalogue(settings: Settings, publishedAt: string) {
  const { publicUrl, productName, supportEmail } = settings;
  const address = (path: string) => new URL(path, publicUrl).href;
  return {
    '@context': 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld',
    '@type': 'dcat:Catalog',
    conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
    describedBy: 'https://project-open-data.cio.gov/v1.1/schema/catalog.json',
    dataset: [
      {
        '@type': 'dcat:Dataset',
        identifier: address('/data/complaints.csv'),
        title: `${productName}: complaints by agency, category and month`,
        description:
          'Monthly counts, published once and never changed. Counts are rounded to 5; 5 itself stands for 0 to 7. Columns are named after GeoReport Bulk.',
        keyword: ['complaints', 'public services', 'government'],
        modified: publishedAt.slice(0, 10),
        accrualPeriodicity: 'R/P1M',
        accessLevel: 'public',
        publisher: { '@type': 'org:Organization', name: productName },
        contactPoint: { '@type': 'vcard:Contact', fn: productName, hasEmail: `mailto:${supportEmail}` },
        distribution: [
          {
            '@type': 'dcat:Distribution',
            title: 'All months as CSV',
            mediaType: 'text/csv',
            format: 'CSV',
            accessURL: address('/numbers'),
            downloadURL: address('/data/complaints.csv'),
          },
        ],
      },
    ],
  };
}
