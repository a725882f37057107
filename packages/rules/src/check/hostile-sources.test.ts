import { expect, test } from 'vitest'
import { issuesOf } from '../testing/ask.ts'
import { partOfKnownWork } from '../testing/known-work.ts'

/** Far above what reading and checking 256 KB takes in a cold process, far below what going over them again and again would. */
const PART_MAX = 25

function inRules(content: string): string {
  return `rules_version = '2';\nservice cloud.firestore {\nmatch /databases/{d}/documents {\n${content}\n}\n}`
}

function condition(text: string): string {
  return inRules(`match /a/{b} { allow get: if ${text}; }`)
}

function manyCalls(): string {
  const names = Array.from({ length: 1_000 }, (_, i) => `f${i}`)
  const layers = names.map((name, i) => {
    const next = Array.from({ length: 15 }, (_, n) => `f${i + 50 + n}()`)
    return `function ${name}() { return ${i < 900 ? next.join(' || ') : 'true'}; }`
  })
  return inRules(`${layers.join('\n')}\nmatch /a/{b} { ${'allow get: if f0();'.repeat(5_000)} }`)
}

test.each([
  ['words that could begin a statement, on one line', 'allow '.repeat(43_000)],
  ['broken statements on one line', inRules('x allow; '.repeat(29_000))],
  ['maps as keys of maps', condition('{'.repeat(200_000))],
  ['maps as keys of maps that are closed', condition(`${'{'.repeat(20_000)}1${':1}'.repeat(20_000)} == 1`)],
  ['parentheses', condition('('.repeat(200_000))],
  ['lists in lists', condition('['.repeat(200_000))],
  ['signs', condition('-'.repeat(200_000))],
  ['a long path with many blocks in it', inRules(`match ${'/a'.repeat(60_000)} { ${'match/b {}'.repeat(12_000)} }`)],
  ['a path of wildcards', inRules(`match ${'/{a}'.repeat(60_000)} { }`)],
  [
    'patterns that compile to millions of instructions',
    condition(Array.from({ length: 90 }, (_, i) => `'a'.matches('${'(a{999}b{999})'.repeat(60)}${i}')`).join(' || ')),
  ],
  [
    'many patterns that are large together',
    inRules(
      Array.from({ length: 900 }, (_, i) => `match /a/b${i} { allow get: if 'a'.matches('a{500}${i}'); }`).join('\n'),
    ),
  ],
  [
    'a range of letters in both cases, again and again',
    condition(`'a'.matches('(?i)[${'Ā-\u{10fffe}'.repeat(200)}]')`),
  ],
  ['a pattern that opens what it does not close', condition(`'a'.matches('${'(?P<'.repeat(60_000)}')`)],
  ['a pattern of classes without names', condition(`'a'.matches('${String.raw`\\\\p{`.repeat(50_000)}')`)],
  ['functions with many variables', inRules(`function f() { ${'let a = 1;'.repeat(25_000)} return a; }`)],
])('refuses %s, and is soon done', (_title, source) => {
  const { issues, part } = timed(source)
  expect(issues.some(({ severity }) => severity === 'ERROR')).toBe(true)
  expect(part).toBeLessThan(PART_MAX)
})

test.each([
  ['a long list', condition(`1 in [${'1,'.repeat(125_000)}]`)],
  ['many blocks in a long path', inRules(`match ${'/a'.repeat(96)} { ${'match/b {}'.repeat(25_000)} }`)],
  [
    'a function with many calls',
    inRules(`match /a/{b} { allow get: if g(); }
    function g() { return [${Array.from({ length: 12_000 }, (_, i) => `f${i % 3}()`).join()}] == 1; }`),
  ],
  [
    'texts that double',
    inRules(
      Array.from(
        { length: 3_500 },
        (_, i) => `function f${i}() { let re = re + re; return ''.matches(re + re); }`,
      ).join('\n'),
    ),
  ],
  [
    'long texts that double',
    inRules(`function f() { let a = '${'a'.repeat(200_000)}'; let b = a + a; let c = b + b; let d = c + c; let e = d + d;
      return 'a'.matches(e + e); }`),
  ],
])('takes %s, and is soon done', (_title, source) => {
  const { issues, part } = timed(source)
  expect(issues.filter(({ severity }) => severity === 'ERROR')).toEqual([])
  expect(part).toBeLessThan(PART_MAX)
})

test('follows a chain of calls once for all conditions', () => {
  expect(timed(manyCalls()).part).toBeLessThan(PART_MAX)
})

function timed(source: string) {
  const { result: issues, part } = partOfKnownWork(() => issuesOf(source))
  return { issues, part }
}
