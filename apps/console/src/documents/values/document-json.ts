import { valueTexts } from '../../texts/en/data-values.ts'
import { fieldNameProblem } from './written-field-path.ts'
import { type JsonEntry, JsonProblem, readJson, type JsonNode } from './json-reader.ts'
import { isOperation, sortedFields, type TypedFields, type TypedValue } from './typed-value.ts'
import { formatDouble, formatNumber, formatLine, parseLine, type Parsed } from './value-text.ts'

/*
 * The editor's JSON: plain JSON where it says enough, and an object with one `$` key where it does not.
 *
 *   {"name": "Ada", "n": 3, "price": 3.0, "at": {"$timestamp": "2026-11-20T09:14:03Z"}, "who": {"$reference": "users/ada"},
 *    "where": {"$geopoint": "51.5, -0.12"}, "raw": {"$bytes": "aGk="}, "v": {"$vector": [1, 0.5]}, "odd": {"$double": "NaN"}}
 *
 * A number without a point or an exponent is an integer, any other a double. A map whose only key begins with `$` is written
 * as `{"$map": {…}}`. What the server does when it saves: `{"$server-time": true}`, `{"$increment": 1}`, `{"$array-add": […]}`,
 * `{"$array-remove": […]}`.
 */

/** Where and why a text is no document; `at` is the offset of the character. */
export interface TextProblem {
  readonly problem: string
  readonly at: number
}

/** Types that stand as a text under their `$` key. */
const textTypes = ['timestamp', 'reference', 'geopoint', 'bytes', 'double', 'integer', 'increment'] as const
const depthMax = 20

export function formatDocument(fields: TypedFields): string {
  return formatJson({ kind: 'map', fields }, false)
}

/** @param isGuarded false for a document as a whole, which may well have one field that begins with `$` */
export function formatJson(value: TypedValue, isGuarded = true, indent = ''): string {
  const inner = `${indent}  `
  switch (value.kind) {
    case 'null':
      return 'null'
    case 'boolean':
    case 'integer':
      return String(value.value)
    case 'double':
      return Number.isFinite(value.value) ? formatDouble(value.value) : `{"$double": "${value.value}"}`
    case 'string':
      return JSON.stringify(value.value)
    case 'timestamp':
    case 'reference':
    case 'geopoint':
    case 'bytes':
      return `{"$${value.kind}": ${JSON.stringify(formatLine(value))}}`
    case 'increment':
      return `{"$increment": ${JSON.stringify(formatLine(value.by))}}`
    case 'server-time':
      return '{"$server-time": true}'
    case 'vector':
      return `{"$vector": [${value.values.map((one) => (Number.isFinite(one) ? formatNumber(one) : `"${one}"`)).join(', ')}]}`
    case 'array':
      return formatList(value.values, indent)
    case 'array-add':
    case 'array-remove':
      return `{"$${value.kind}": ${formatList(value.values, indent)}}`
    case 'map': {
      if (value.fields.size === 0) return '{}'
      const lines = sortedFields(value.fields).map(
        ([name, field]) => `${inner}${JSON.stringify(name)}: ${formatJson(field, true, inner)}`,
      )
      const text = `{\n${lines.join(',\n')}\n${indent}}`
      const isMistakable = isGuarded && value.fields.size === 1 && [...value.fields.keys()][0]?.startsWith('$') === true
      return isMistakable ? `{"$map": ${text}}` : text
    }
  }
}

function formatList(values: readonly TypedValue[], indent: string): string {
  const parts = values.map((value) => formatJson(value, true, `${indent}  `))
  const isShort = parts.every((part) => !part.includes('\n')) && parts.join(', ').length <= 60
  return isShort ? `[${parts.join(', ')}]` : `[\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}]`
}

/** The fields that a text of the editor's JSON stands for. */
export function parseDocument(text: string): { readonly value: TypedFields } | TextProblem {
  return attempt(() => {
    const node = readJson(text)
    if (node.kind !== 'object') throw new JsonProblem(valueTexts.jsonNoDocument, node.at)
    return fieldsOf(node.entries, 1)
  })
}

/** Any one value in the editor's JSON. */
export function parseJson(text: string): Parsed<TypedValue> {
  return withoutPlace(
    attempt(() => valueOf(readJson(text), 1, true)),
    text,
  )
}

export function parseJsonMap(text: string): Parsed<TypedValue> {
  const parsed = parseJson(text)
  return 'problem' in parsed || parsed.value.kind === 'map' ? parsed : { problem: valueTexts.jsonNoMap }
}

export function parseJsonList(text: string): Parsed<readonly TypedValue[]> {
  return withoutPlace(
    attempt(() => {
      const node = readJson(text)
      if (node.kind !== 'array') throw new JsonProblem(valueTexts.jsonNoArray, node.at)
      return listOf(node.items, 1)
    }),
    text,
  )
}

/** Where and why a text is no map, or no array; undefined where it is one. */
export function findHolderProblem(kind: 'map' | 'array', text: string): TextProblem | undefined {
  const parsed = attempt(() => {
    const node = readJson(text)
    if (kind === 'array') {
      if (node.kind !== 'array') throw new JsonProblem(valueTexts.jsonNoArray, node.at)
      return listOf(node.items, 1)
    }
    const value = valueOf(node, 1, true)
    if (value.kind !== 'map') throw new JsonProblem(valueTexts.jsonNoMap, node.at)
    return value
  })
  return 'problem' in parsed ? parsed : undefined
}

/** Line and column of an offset, from one. */
export function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function attempt<Value>(parse: () => Value): { readonly value: Value } | TextProblem {
  try {
    return { value: parse() }
  } catch (thrown) {
    if (thrown instanceof JsonProblem) return { problem: thrown.message, at: thrown.at }
    throw thrown
  }
}

function withoutPlace<Value>(parsed: { readonly value: Value } | TextProblem, text: string): Parsed<Value> {
  if (!('problem' in parsed)) return parsed
  const { line, column } = placeIn(text, parsed.at)
  return { problem: valueTexts.jsonAt(line, column, parsed.problem) }
}

function fieldsOf(entries: readonly JsonEntry[], depth: number): TypedFields {
  return new Map(
    entries.map(({ name, at, value }) => {
      const problem = fieldNameProblem(name)
      if (problem !== undefined) throw new JsonProblem(problem, at)
      return [name, valueOf(value, depth, true)]
    }),
  )
}

function listOf(items: readonly JsonNode[], depth: number): readonly TypedValue[] {
  return items.map((item) => {
    if (item.kind === 'array') throw new JsonProblem(valueTexts.arrayInArray, item.at)
    const value = valueOf(item, depth, false)
    if (value.kind === 'array') throw new JsonProblem(valueTexts.arrayInArray, item.at)
    return value
  })
}

/** @param mayOperate false inside an array, where the server changes nothing */
function valueOf(node: JsonNode, depth: number, mayOperate: boolean): TypedValue {
  if (depth > depthMax) throw new JsonProblem(valueTexts.tooDeep, node.at)
  switch (node.kind) {
    case 'word':
      return node.word === 'null' ? { kind: 'null' } : { kind: 'boolean', value: node.word === 'true' }
    case 'string':
      return { kind: 'string', value: node.text }
    case 'number':
      return take(parseLine(/[.eE]/.test(node.text) ? 'double' : 'integer', node.text), node.at)
    case 'array':
      return { kind: 'array', values: listOf(node.items, depth + 1) }
    case 'object': {
      const [entry] = node.entries
      return node.entries.length === 1 && entry !== undefined && entry.name.startsWith('$')
        ? taggedValue(entry, depth, mayOperate)
        : { kind: 'map', fields: fieldsOf(node.entries, depth + 1) }
    }
  }
}

function taggedValue({ name, at, value }: JsonEntry, depth: number, mayOperate: boolean): TypedValue {
  const tag = name.slice(1)
  if (tag === 'map' && value.kind === 'object') return { kind: 'map', fields: fieldsOf(value.entries, depth + 1) }
  const type = textTypes.find((one) => one === tag)
  const found =
    type !== undefined && (value.kind === 'string' || value.kind === 'number')
      ? take(parseLine(type, value.text), value.at)
      : tag === 'vector' && value.kind === 'array'
        ? take(parseLine('vector', value.items.map(scalarText).join(' ')), value.at)
        : tag === 'server-time'
          ? ({ kind: 'server-time' } as const)
          : (tag === 'array-add' || tag === 'array-remove') && value.kind === 'array'
            ? ({ kind: tag, values: listOf(value.items, depth + 1) } as const)
            : undefined
  if (found === undefined) throw new JsonProblem(valueTexts.unknownTag(name), at)
  if (isOperation(found) && !mayOperate) throw new JsonProblem(valueTexts.operationInArray, at)
  return found
}

function scalarText(node: JsonNode): string {
  return node.kind === 'string' || node.kind === 'number' ? node.text : '?'
}

function take(parsed: Parsed<TypedValue>, at: number): TypedValue {
  if ('problem' in parsed) throw new JsonProblem(parsed.problem, at)
  return parsed.value
}
