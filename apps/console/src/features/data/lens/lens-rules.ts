import type { ValueType } from '../../../documents/values/typed-value.ts'
import { firstSource } from '../../../shared/rules/rules-area.ts'
import type { Lens, LensField } from './lens.ts'
import { nameOfDocument } from './lens-types.ts'

/** Of a condition with more the evaluator has too much to do. */
const checkedMax = 40

const ruleTypes: Readonly<Partial<Record<ValueType, string>>> = {
  string: 'string',
  integer: 'int',
  double: 'number',
  boolean: 'bool',
  timestamp: 'timestamp',
  geopoint: 'latlng',
  reference: 'path',
  bytes: 'bytes',
  vector: 'vector',
  map: 'map',
  array: 'list',
}

/**
 * Rules with a block for the collection that checks what is written against the lens. The block grants nothing until somebody says who may, so that
 * nothing opens by it. `source`: what it is put into, at the end of its block for documents.
 */
export function withLensRules(source: string, collection: string, lens: Lens): string {
  const end = endOfDocuments(source)
  if (end === undefined) return withLensRules(firstSource.documents, collection, lens)
  const name = freeName(source, `is${nameOfDocument(collection)}`)
  return `${source.slice(0, end).trimEnd()}\n\n${blockOf(collection, lens, name)}  ${source.slice(end)}`
}

function blockOf(collection: string, lens: Lens, name: string): string {
  const ids = collection.split('/')
  const pattern = ids.map((id, at) => (at % 2 === 0 ? id : `{above${at}}`)).join('/')
  const fields = lens.fields.filter(({ path }) => path.length === 1).slice(0, checkedMax)
  const always = fields.filter((field) => field.count === lens.sampled)
  const listed = (some: readonly LensField[]): string => some.map(({ path }) => quoted(path[0] ?? '')).join(', ')
  const checks = [
    ...(always.length > 0 ? [`data.keys().hasAll([${listed(always)}])`] : []),
    `data.keys().hasOnly([${listed(fields)}])`,
    ...fields.map((field) => checkOf(field, field.count < lens.sampled)),
  ]
  return [
    `    // From a sample of ${lens.sampled} documents. Grants nothing until you say who may, in the place of false.`,
    `    match /${pattern}/{id} {`,
    '      allow read: if false;',
    `      allow create, update: if false && ${name}(request.resource.data);`,
    '      allow delete: if false;',
    '    }',
    '',
    `    function ${name}(data) {`,
    `      return ${checks.join('\n        && ')};`,
    '    }',
    '',
  ].join('\n')
}

function checkOf({ path, types, choices }: LensField, isOptional: boolean): string {
  const name = path[0] ?? ''
  const value = /^[A-Za-z_]\w*$/.test(name) ? `data.${name}` : `data[${quoted(name)}]`
  const isNumber = types.some(({ type }) => type === 'double')
  const each = types.flatMap(({ type }) => {
    if (type === 'null') return [`${value} == null`]
    if (type === 'string' && choices !== undefined) return [`${value} in [${choices.map(quoted).join(', ')}]`]
    if (type === 'integer' && isNumber) return []
    const ruleType = ruleTypes[type]
    return ruleType === undefined ? [] : [`${value} is ${ruleType}`]
  })
  const all = [...(isOptional ? [`!(${quoted(name)} in data)`] : []), ...each]
  return all.length === 1 ? (all[0] ?? 'true') : `(${all.join(' || ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`
}

function freeName(source: string, name: string): string {
  for (let at = 1; ; at += 1) {
    const tried = at === 1 ? name : `${name}${at}`
    if (!new RegExp(`\\bfunction\\s+${tried}\\b`).test(source)) return tried
  }
}

/** Where the block of all documents ends; what is in comments and texts doesn't count. */
function endOfDocuments(source: string): number | undefined {
  const begin = /match\s+\/databases\/\{\w+\}\/documents\s*\{/.exec(source)
  if (begin === null) return undefined
  let depth = 1
  const tokens = /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[{}]/g
  tokens.lastIndex = begin.index + begin[0].length
  for (let found = tokens.exec(source); found !== null; found = tokens.exec(source)) {
    if (found[0] === '{') depth += 1
    if (found[0] === '}') depth -= 1
    if (depth === 0) return found.index
  }
  return undefined
}
