import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issuesOf } from '../testing/ask.ts'
import { parseRules } from './parse.ts'

function errorsOf(source: string): string[] {
  return issuesOf(source)
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ position, description }) => `${position?.line}:${position?.column} ${description}`)
}

function inRules(content: string): string {
  return `rules_version = '2';\nservice cloud.firestore {\nmatch /databases/{d}/documents {\n${content}\n}\n}`
}

test.each([
  [
    'a slash with something right behind it begins a path',
    'match /a/{b} { allow get: if 4/2 == 2; }',
    "4:31 Missing 'match' keyword before path.",
  ],
  ['a condition that is missing', 'match /a/{b} { allow get: if ; }', "4:30 Unexpected ';'."],
  ['an unknown verb', 'match /a/{b} { allow peek; }', "4:22 Unexpected 'peek'."],
  ['a text without an end', "match /a/{b} { allow get: if 'x == 1; }", "4:30 Missing a closing '"],
  [
    'a type that does not exist',
    'match /a/{b} { allow get: if 1 is null; }',
    "4:35 mismatched input 'null' expecting IDENTIFIER",
  ],
  ['a wildcard for a part of a segment', 'match /a/{b}.jpg { allow get; }', "4:13 Unexpected '.'."],
  ['let outside of a function', 'let x = 1;', "4:1 Unexpected 'let'."],
  [
    'a sign that the language does not have',
    'match /a/{b} { allow get: if a # b; }',
    "4:32 token recognition error at: '#'",
  ],
])('tells of %s', (_title, content, issue) => {
  expect(errorsOf(inRules(content))).toContain(issue)
})

test('goes on behind what it can not read', () => {
  const source = inRules(`
    match /a/{b} { allow get: if ; allow list: if true; }
    function broken( { return 1; }
    match /c/{d} { allow get: if ) ; }
    match /e/{f} { allow get: if true; }`)
  const { file, issues } = parseRules(source)
  expect(issues).toHaveLength(3)
  const matches = file.services[0]?.matches[0]?.matches ?? []
  expect(matches.map(({ allows }) => allows.length)).toEqual([1, 0, 1])
})

test('tells a hundred errors, and reads nothing behind them', () => {
  const broken = 'a;'.repeat(99)
  const service = 'service cloud.firestore {}'
  const almost = parseRules(broken + service)
  expect(almost.issues).toHaveLength(99)
  expect(almost.file.services).toHaveLength(1)
  const full = parseRules(`${broken}a; a; ${service}`)
  expect(full.issues).toHaveLength(100)
  expect(full.file.services).toHaveLength(0)
})

test('refuses what comes before the version, and versions that do not exist', () => {
  expect(errorsOf("service cloud.firestore {}\nrules_version = '2';")).not.toEqual([])
  expect(errorsOf("rules_version = '3';\nservice cloud.firestore {}")).toEqual(["1:17 Invalid rules version '3'."])
})

test('refuses an empty source, a service that is unknown, and one that is too long', () => {
  expect(errorsOf('')).toEqual(["1:1 Unexpected '<EOF>'."])
  expect(errorsOf('service cloud.other {}')).toEqual(["1:9 Unknown service 'cloud.other'."])
  expect(parseRules(' '.repeat(300_000)).issues).toHaveLength(1)
})

test('comments and optional semicolons make no difference', () => {
  expect(
    errorsOf(
      inRules('// a comment\nmatch /a/{b} { allow get: if true /* yes */\n allow list: if 1 / 2 == 0 // no\n }'),
    ),
  ).toEqual([])
})

test.each([
  ['(', 5_000],
  ['!', 5_000],
  ['[', 5_000],
  ['a.', 50_000],
  ['1 + ', 50_000],
  ['f(', 5_000],
  ["{'a': ", 5_000],
  ['true ? ', 5_000],
])('nesting of %s without end is refused', (text, count) => {
  const { issues } = parseRules(inRules(`match /a/{b} { allow get: if ${text.repeat(count)}1; }`))
  expect(issues.map(({ description }) => description)).toContain('Expression is too complex to evaluate safely.')
})

test('blocks without end are refused', () => {
  expect(parseRules(inRules('match /a/{b} {'.repeat(5_000))).issues).not.toEqual([])
})

const fragments = (
  "rules_version = '2';~service cloud.firestore {~match /a/{b} {~match /{c=**}/d {~allow get~: if ~function f(x) {~let y = ~return ~}~;~(~)~[~]~{~,~/" +
  "~/a/$(~//~/*~'~\"~&&~||~==~<~+~-~ / ~!~?~:~.~ in ~ is ~int~resource~.data~1~1.5~\\~\n~ ~null~true~b'~\u{1f600}~\0~=**}~$"
).split('~')

test('reads anything at all without failing, and says what is wrong with it', () => {
  const source = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((parts) => inRules(parts.join(''))),
  )
  fc.assert(
    fc.property(source, (text) => {
      const issues = issuesOf(text)
      for (const { position } of issues) if (position !== undefined) expect(position.line).toBeGreaterThan(0)
    }),
    { numRuns: 5_000 },
  )
})
