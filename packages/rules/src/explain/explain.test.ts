import { expect, test } from 'vitest'
import {
  compileRules,
  Coverage,
  type CoverageEntry,
  decide,
  decidingExpression,
  type ExplainedExpression,
  Explanation,
  isVerdict,
  mergeCoverage,
  type Observer,
  type Ruleset,
} from '../index.ts'
import { now } from '../testing/ask.ts'

const content = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function owns(name) { return name == id() || false; }
    function id() { return 'ada'; }
    match /cases/{item} { allow get: if owns(item) && resource == null; }
  }
}`

function observed(): Ruleset {
  const ruleset = compileRules([{ name: 'firestore.rules', content }], 'cloud.firestore', { isObserved: true })
  if (ruleset === undefined) throw new Error('the rules have errors')
  return ruleset
}

function ask(ruleset: Ruleset, observer: Observer, id: string): boolean {
  const path = ['databases', '(default)', 'documents', 'cases', id]
  const find = () => ({ document: undefined })
  const verdict = decide(
    ruleset,
    { method: 'get', path, auth: null, time: now, resource: null },
    { lookupsMax: 10, find, observer },
  )
  return isVerdict(verdict) && verdict.isAllowed
}

/** `text = value` of an expression and of all inside of it, outer ones first. */
function linesOf({ offset, endOffset, value, children }: ExplainedExpression): string[] {
  return [`${content.slice(offset, endOffset)} = ${value}`, ...children.flatMap(linesOf)]
}

test('what decides is the innermost expression of the same value that is alone, with the values inside of it', () => {
  const ruleset = observed()
  const explanation = new Explanation()
  expect(ask(ruleset, explanation, 'eve')).toBe(false)
  const [tree] = explanation.conditions
  if (tree === undefined) throw new Error('a condition was tried')
  expect(decidingExpression(content, tree)).toEqual({
    expression: 'name == id() || false',
    value: 'false',
    parts: [{ expression: 'name == id()', value: 'false' }],
  })
  const first = tree.children[0]?.children.find(({ value }) => value === 'false')?.children[0]
  if (first === undefined) throw new Error('both sides were evaluated')
  expect(decidingExpression(content, first)).toEqual({
    expression: 'name == id()',
    value: 'false',
    parts: [
      { expression: 'name', value: "'eve'" },
      { expression: 'id()', value: "'ada'" },
    ],
  })
  expect(decidingExpression(content, { ...first, value: undefined, children: [] })).toBeUndefined()
})

test('of two sides that fail the first decides, as it does for the verdict', () => {
  const failing = content.replace('owns(item) && resource == null', 'resource.data.a == 1 && resource.data.b == 2')
  const ruleset = compileRules([{ name: 'firestore.rules', content: failing }], 'cloud.firestore', { isObserved: true })
  if (ruleset === undefined) throw new Error('the rules have errors')
  const explanation = new Explanation()
  expect(ask(ruleset, explanation, 'ada')).toBe(false)
  const [tree] = explanation.conditions
  expect(tree && decidingExpression(failing, tree)).toEqual({
    expression: 'resource.data',
    value: 'error: Null value error.',
    parts: [{ expression: 'resource', value: 'null' }],
  })
})

test('an explanation is the tree of what was evaluated, functions included, and of nothing else', () => {
  const explanation = new Explanation()
  expect(ask(observed(), explanation, 'ada')).toBe(true)
  expect(explanation.conditions.flatMap(linesOf)).toEqual([
    'owns(item) && resource == null = true',
    'owns(item) = true',
    "item = 'ada'",
    'name == id() || false = true',
    'name == id() = true',
    "name = 'ada'",
    "id() = 'ada'",
    "'ada' = 'ada'",
    'resource == null = true',
    'resource = null',
    'null = null',
  ])
})

test('coverage counts what each expression was evaluated to, and shows what never was', () => {
  const ruleset = observed()
  const coverage = new Coverage()
  for (const id of ['eve', 'ann']) ask(ruleset, coverage, id)
  const flat = (entries: readonly CoverageEntry[]): CoverageEntry[] =>
    entries.flatMap((entry) => [entry, ...flat(entry.children)])
  const entries = flat(coverage.report(ruleset.sources))
  const valuesOf = (text: string) =>
    entries.find(({ offset, endOffset }) => content.slice(offset, endOffset) === text)?.values
  expect(valuesOf('owns(item)')).toEqual([{ value: 'false', count: 2 }])
  expect(valuesOf('item')).toEqual([
    { value: "'eve'", count: 1 },
    { value: "'ann'", count: 1 },
  ])
  // What stands on the left has decided.
  expect(valuesOf('resource == null')).toEqual([])
  expect(entries[0]?.position).toEqual({ line: 4, column: 34 })
})

test('reports of documents and of files of one source become one, which has what either was evaluated to', () => {
  const [documents, files] = [new Coverage(), new Coverage()]
  const ruleset = observed()
  for (const id of ['eve', 'ann']) ask(ruleset, documents, id)
  const [report] = mergeCoverage(documents.report(ruleset.sources), files.report(ruleset.sources))
  expect(report).toEqual(documents.report(ruleset.sources)[0])
  ask(ruleset, files, 'ann')
  const [merged] = mergeCoverage(documents.report(ruleset.sources), files.report(ruleset.sources))
  expect(merged?.values).toEqual([{ value: 'false', count: 3 }])
})
