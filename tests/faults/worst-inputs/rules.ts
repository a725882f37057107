import { post, project } from './bodies.ts'
import { filled, KIB, long, MIB, type WorstInput, type WorstRequest } from './worst-input.ts'

const open = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { "
const head = `${open}match /x/{y} { allow read: if `
const tail = '; } } }'

function doubling(levels: number): string {
  const functions = Array.from({ length: levels }, (_, i) => `function f${i}() { return f${i + 1}() || f${i + 1}(); }`)
  return `${open}${functions.join('\n')} function f${levels}() { return true; } match /x/{y} { allow read: if f0(); } } }`
}

function indexes(body: string): WorstRequest {
  return post(`/hearth/v1/${project}/databases/(default)/indexes`, body)
}

export const rulesInputs: readonly WorstInput[] = [
  {
    decoder: 'rules',
    limit: '3 MiB, 256 KiB of a source',
    routes: [/\((rules-api|emulator-control)\)/, /rules-(replay|tests)/],
    answers: /^200 \{"issues"/,
    shapes: Object.fromEntries(
      Object.entries({
        'open brackets': long(250 * KIB, head, '(', ''),
        'deep brackets': `${head}${'('.repeat(20_000)}true${')'.repeat(20_000)}${tail}`,
        'a chain of conditions': long(250 * KIB, `${head}true`, ' && true', tail),
        'a chain of members': long(250 * KIB, `${head}request`, '.a', tail),
        'a chain of indexes': long(250 * KIB, `${head}request`, '[0]', tail),
        'a chain of negations': long(250 * KIB, head, '!', `true${tail}`),
        'a chain of questions': long(250 * KIB, head, 'true ? true : ', `true${tail}`),
        'a list of numbers': long(250 * KIB, `${head}1 in [1`, ',1', `]${tail}`),
        'functions that call each other': doubling(60),
        'a thousand functions': `${open}${Array.from({ length: 4000 }, (_, i) => `function f${i}() { return f${i + 1}(); }`).join('\n')} match /x/{y} { allow read: if f0(); } } }`,
        'functions of one name': `${open}${Array.from({ length: 6000 }, () => 'function f() { return true; }').join('\n')} } }`,
        variables: `${open} match /x/{y} { function f() { ${Array.from({ length: 8000 }, (_, i) => `let v${i} = 1;`).join(' ')} return v1; } allow read: if f(); } } }`,
        'matches in each other': `${open}${'match /a/{b} { '.repeat(8000)}${'} '.repeat(8000)}} }`,
        'matches of one path': `${open}${'match /a/{b} { allow read; } '.repeat(8000)}} }`,
        'a long path': `${open}match ${'/a/{b}'.repeat(30_000)} { allow read; } } }`,
        'an open comment': long(250 * KIB, open, '/*', ''),
        'an open text': long(250 * KIB, `${head}'`, '\\\\', ''),
        'a long text': long(250 * KIB, `${head}'`, '\\u0041', `' == ''${tail}`),
        'a pattern': long(250 * KIB, `${head}'a'.matches('`, '(a*)*', `')${tail}`),
        'a pattern of brackets': long(250 * KIB, `${head}'a'.matches('`, '[', `')${tail}`),
        patterns: `${open}${Array.from({ length: 4000 }, (_, i) => `match /c${i}/{b} { allow read: if b.matches('(a|b${i})*c{1,9}'); }`).join('\n')} } }`,
        'nothing that is known': long(250 * KIB, '', '@', ''),
        'line breaks': long(250 * KIB, head, '\n', `unknown${tail}`),
        'line breaks of a source that is too long': '\n'.repeat(1_500 * KIB),
        errors: long(250 * KIB, open, 'match /x { allow x: if y; }\n', '} }'),
        'broken statements': long(250 * KIB, '', 'a;', ''),
        'parameters of a function': filled(250 * KIB, `${open}function f(`, (i) => `p${i}`, ') { return 1; } } }'),
        'patterns that are put together': `${open}${Array.from({ length: 1600 }, (_, i) => `function f${i}(a) { return ''.matches('${i}' + a); }`).join('\n')} match /x/{y} { allow read: if ${Array.from({ length: 20 }, (_, i) => `f${i}('${'a'.repeat(4900)}${i}')`).join(' || ')}; } } }`,
        'functions of one name, each in a block, and calls': `${open}${Array.from({ length: 2800 }, (_, i) => `match /c${i} { function f(a) { return a; } }`).join('\n')} function f(a) { return a; } match /x/{y} { allow read: if ${filled(120 * KIB, '1 in [', 'f(1)', ']')}; } } }`,
      }).map(([name, content]) => [
        name,
        () =>
          post(
            `/v1/${project}:test`,
            JSON.stringify({ source: { files: [{ name: 'firestore.rules', content }] }, testSuite: { testCases: [] } }),
          ),
      ]),
    ),
  },
  {
    decoder: 'suites of tests of rules',
    limit: '3 MiB',
    routes: [/projects\/:project:test \(rules-api\)/, /rules-tests/],
    answers: /^400 .*Too big/,
    shapes: {
      'cases without anything': () =>
        post(
          `/v1/${project}:test`,
          filled(
            3 * MIB - KIB,
            `{"source":{"files":[{"name":"a","content":""}]},"testSuite":{"testCases":[`,
            '{"a":1}',
            ']}}',
          ),
        ),
      cases: () =>
        post(
          `/v1/${project}:test`,
          filled(
            3 * MIB - KIB,
            `{"source":{"files":[{"name":"a","content":"rules_version='2'; service cloud.firestore { match /databases/{d}/documents { match /{x=**} { allow read: if request.auth != null; } } }"}]},"testSuite":{"testCases":[`,
            '{"expectation":"ALLOW","request":{"path":"/databases/(default)/documents/a/b","method":"get"}}',
            ']}}',
          ),
        ),
      'files of a source': () =>
        post(`/v1/${project}/rulesets`, filled(3 * MIB - KIB, '{"source":{"files":[', '{"a":1}', ']}}')),
      'numbers instead of files': () =>
        post(`/v1/${project}/rulesets`, filled(3 * MIB - KIB, '{"source":{"files":[', '1111', ']}}')),
    },
  },
  {
    decoder: 'declarations of indexes',
    limit: '1 MiB',
    routes: [/\/indexes \((hearth-admin|firestore-admin)\)/, /\(firestore-admin\)/],
    answers: /^(400 .*Too big|429 .*TOO_MANY_INDEXES)/,
    shapes: {
      'numbers instead of indexes': () => indexes(filled(MIB, '{"indexes":[', '1', ']}')),
      'empty indexes': () => indexes(filled(MIB, '{"indexes":[', '{}', ']}')),
      indexes: () =>
        indexes(
          filled(
            MIB,
            '{"indexes":[',
            (i) =>
              `{"collectionGroup":"c${i}","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"b","order":"ASCENDING"}]}`,
            ']}',
          ),
        ),
      'fields of an index': () =>
        indexes(
          filled(
            MIB,
            '{"indexes":[{"collectionGroup":"c","queryScope":"COLLECTION","fields":[',
            (i) => `{"fieldPath":"f${i}","order":"ASCENDING"}`,
            ']}]}',
          ),
        ),
      overrides: () =>
        indexes(
          filled(MIB, '{"fieldOverrides":[', (i) => `{"collectionGroup":"c","fieldPath":"f${i}","indexes":[]}`, ']}'),
        ),
      'overrides of one field': () =>
        indexes(filled(MIB, '{"fieldOverrides":[', '{"collectionGroup":"c","fieldPath":"f","indexes":[]}', ']}')),
      'fields of one index': () =>
        post(
          `/v1/${project}/databases/(default)/collectionGroups/c/indexes`,
          filled(MIB, '{"queryScope":"COLLECTION","fields":[', '{"fieldPath":"a","order":"ASCENDING"}', ']}'),
        ),
      'numbers instead of fields': () =>
        post(
          `/v1/${project}/databases/(default)/collectionGroups/c/indexes`,
          filled(MIB, '{"queryScope":"COLLECTION","fields":[', '1', ']}'),
        ),
      'indexes of a field': () =>
        post(
          `/v1/${project}/databases/(default)/collectionGroups/c/fields/a`,
          filled(
            MIB,
            '{"indexConfig":{"indexes":[',
            '{"queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"}]}',
            ']}}',
          ),
          'PATCH',
        ),
    },
  },
]
