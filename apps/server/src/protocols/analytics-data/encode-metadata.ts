import { dimensionEntries } from '../../analytics/reports/dimension-names.ts'
import { metricEntries } from '../../analytics/reports/metric-names.ts'
import type { Catalog } from '../../analytics/roll-up/catalog.ts'

/** As the vendor's `Metadata`: what reports may name, with the parameters and properties that events had. */
export function encodeMetadata(project: string, catalog: Catalog): object {
  const types = new Map<string, 'text' | 'number'>()
  for (const parameters of catalog.events.values()) for (const [name, type] of parameters) types.set(name, type)
  const custom = (apiName: string, uiName: string, description: string) => ({
    apiName,
    uiName,
    description,
    category: 'Custom',
    customDefinition: true,
  })
  return {
    name: `properties/${project}/metadata`,
    dimensions: [
      ...dimensionEntries(),
      ...[...types.keys()].map((name) => custom(`customEvent:${name}`, name, 'A parameter of events.')),
      ...[...catalog.userProperties].map((name) => custom(`customUser:${name}`, name, 'A property of users.')),
    ],
    metrics: [
      ...metricEntries(),
      ...[...types].flatMap(([name, type]) =>
        type === 'text'
          ? []
          : [
              { ...custom(`customEvent:${name}`, name, 'The sum of a parameter.'), type: 'TYPE_FLOAT' },
              { ...custom(`averageCustomEvent:${name}`, `Average ${name}`, 'Its average.'), type: 'TYPE_FLOAT' },
              { ...custom(`countCustomEvent:${name}`, `Count of ${name}`, 'How many.'), type: 'TYPE_INTEGER' },
            ],
      ),
    ],
  }
}
