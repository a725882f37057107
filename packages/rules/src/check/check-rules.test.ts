import { expect, test } from 'vitest'
import { issuesOf } from '../testing/ask.ts'

function descriptionsOf(content: string, version = '2'): string[] {
  const source = `rules_version = '${version}';\nservice cloud.firestore {\nmatch /databases/{d}/documents {\n${content}\n}\n}`
  return issuesOf(source).map(({ severity, description }) => `${severity} ${description}`)
}

function chain(length: number): string {
  const functions = Array.from(
    { length },
    (_, i) => `function f${i}() { return ${i + 1 < length ? `f${i + 1}()` : 'true'}; }`,
  )
  return `${functions.join('\n')}\nmatch /a/{b} { allow get: if f0(); }`
}

function wildcards(count: number): string {
  return Array.from({ length: count }, (_, i) => `/{w${i}}`).join('')
}

function lets(count: number): string {
  const statements = Array.from({ length: count }, (_, i) => `let v${i} = 1;`)
  return `function f() { ${statements.join(' ')} return true; }\nmatch /a/{b} { allow get: if f(); }`
}

test('says nothing of rules that are right', () => {
  expect(
    descriptionsOf(`
      function owns(uid) { return request.auth.uid == uid && math.abs(-1) == 1 && hashing.md5('a') != b''; }
      match /a/{b} { allow get: if owns(b) && exists(/a/b) && debug(true) && resource.data.x.matches('[a-z]+'); }`),
  ).toEqual([])
})

test('warns of names that mean nothing, and of functions that nobody calls', () => {
  expect(descriptionsOf('function f() { return 1; }\nmatch /a/{b} { allow get: if c && g() && math.h(); }')).toEqual([
    'WARNING Invalid variable name: c.',
    'WARNING Invalid function name: g.',
    'WARNING Invalid function name: math.h.',
    'WARNING Unused function: f.',
  ])
})

test('warns of version 1, for all of the source', () => {
  expect(descriptionsOf('match /a/{b} { allow get; }', '1')).toEqual([
    'WARNING Ruleset uses old version (version [1]). Please update to the latest version (version [2]).',
  ])
})

test('takes a chain of 21 functions and no longer one', () => {
  expect(descriptionsOf(chain(21))).toEqual([])
  expect(descriptionsOf(chain(22)).join()).toContain('Maximum allowed call depth of 20 is reached')
})

test('refuses functions that call themselves', () => {
  const content = 'function f() { return g(); }\nfunction g() { return f(); }\nmatch /a/{b} { allow get: if f(); }'
  expect(descriptionsOf(content).join()).toContain('ERROR Recursive call is not allowed')
})

test('takes eleven variables in a function and no more', () => {
  expect(descriptionsOf(lets(11))).toEqual([])
  expect(descriptionsOf(lets(12))).toEqual([
    'ERROR Maximum allowed variable count of 10 for a given function has been reached.',
  ])
})

test('takes 98 comparisons in a row and no more', () => {
  const comparisons = (count: number) =>
    `match /a/{b} { allow get: if ${Array.from({ length: count + 1 }, () => 'true').join(' == ')}; }`
  expect(descriptionsOf(comparisons(98))).toEqual([])
  expect(descriptionsOf(comparisons(99))).toEqual(['ERROR Expression is too complex to evaluate safely.'])
})

test.each(['.a', '.a()', '[0]', '[0:1]'])('takes a chain of 400 times %s and none of 600', (link) => {
  const chained = (count: number) =>
    descriptionsOf(`match /a/{b} { allow get: if resource.data${link.repeat(count)}; }`)
  expect(chained(400)).toEqual([])
  expect(chained(600)).toContain('ERROR Expression is too complex to evaluate safely.')
})

test.each([
  [
    'a pattern that is none',
    "match /a/{b} { allow get: if 'a'.matches('('); }",
    'Invalid regular expression pattern. Pattern: (.',
  ],
  ['a number beyond int64', 'match /a/{b} { allow get: if 9223372036854775808 > 0; }', 'Integer value is out of the'],
  [
    'more than seven arguments',
    'function f(a,b,c,d,e,g,h,i) { return true; }',
    'A function takes at most 7 arguments.',
  ],
  ['two globs in a path', 'match /{a=**}/b/{c=**} { allow get; }', 'Only one glob match is permitted'],
  ['two globs in blocks', 'match /{a=**}/b { match /{c=**}/d { allow get; } }', 'Only one glob match is permitted'],
  ['blocks nested too deep', `${'match /a {'.repeat(11)}${'}'.repeat(11)}`, 'resource rule depth of 10 is reached'],
  ['too many segments', `match ${'/a'.repeat(98)} { allow get; }`, 'path length of 100 is reached'],
  ['too many wildcards', `match ${wildcards(20)} { allow get; }`, '20 match field variables is reached'],
  ['two functions of one name', 'function f() { return true; } '.repeat(2), 'Function f is already defined.'],
  [
    'two functions of one name in a block',
    `match /a { ${'function f() { return 1; } '.repeat(2)} }`,
    'is already defined',
  ],
  ['two parameters of one name', 'function f(a, a) { return true; }', 'identifier [a] is already bound'],
  ['a variable called like a parameter', 'function f(a) { let a = 1; return a; }', 'identifier [a] is already bound'],
  ['two variables of one name', 'function f() { let a = 1; let a = 2; return a; }', 'identifier [a] is already bound'],
  ['two wildcards of one name', 'match /{x}/{x} { allow get; }', 'Variable x already exists in the PathTemplate.'],
  ['two services of one name', '} } service cloud.firestore { match /b {', 'Duplicate service name declaration.'],
  ['a wildcard called like a keyword', 'match /a/{if} { allow get; }', "mismatched input 'if'"],
  ['a function called like a keyword', 'function return() { return true; }', "mismatched input 'return'"],
  ['a parameter called like a namespace', 'function f(math) { return true; }', "mismatched input 'math'"],
  ['a variable called like a keyword', 'function f() { let null = 1; return true; }', "mismatched input 'null'"],
  ['a keyword in a condition', 'match /a/{b} { allow get: if true || let == 1; }', "Unexpected 'let'."],
  ['a namespace that leads nowhere', 'match /a/{b} { allow get: if true || math == 1; }', "Unexpected 'math'."],
  ['two signs in a row', 'match /a/{b} { allow get: if --1 == 1; }', 'Increment (++) and decrement (--)'],
  ['a number beyond int64 in parentheses', 'match /a/{b} { allow get: if -(9223372036854775808) < 0; }', 'out of the'],
  ['99 levels of parentheses', `match /a/{b} { allow get: if ${'('.repeat(99)}true${')'.repeat(99)}; }`, 'too complex'],
])('refuses %s', (_title, content, description) => {
  expect(descriptionsOf(content).join()).toContain(description)
})

test('takes paths that are just within their limits', () => {
  expect(descriptionsOf(`match ${'/a'.repeat(97)} { allow get; }`)).toEqual([])
  expect(descriptionsOf(`match ${wildcards(19)} { allow get; }`)).toEqual([])
  expect(descriptionsOf(`${'match /a {'.repeat(10)}allow get;${'}'.repeat(10)}`)).toEqual([])
})

test('refuses a glob in the middle in version 1, and warns of blocks inside of one', () => {
  expect(descriptionsOf('match /{a=**}/b/{c} { allow get; }', '1').join()).toContain('permitted as the last segment')
  expect(descriptionsOf('match /{a=**} { match /b/{c} { allow get; } }', '1').join()).toContain(
    'WARNING Glob(**) resource rules should not have child resource rules.',
  )
})

test('warns of blocks inside of a path that goes on behind its glob', () => {
  const text = 'WARNING Blocks inside of a path that goes on behind its glob cover nothing.'
  expect(descriptionsOf('match /{a=**}/b/{c} { match /d/{e} { allow get; } }')).toEqual([text])
  expect(descriptionsOf('match /{a=**}/b/{c} { allow get; }')).toEqual([])
  expect(descriptionsOf('match /{a=**} { match /b/{c} { match /d/{e} { allow get; } } }')).toEqual([])
})

test('keeps an error behind any number of warnings', () => {
  const unused = Array.from({ length: 300 }, (_, i) => `match /a${i}/{b} { allow get: if unknown${i}; }`)
  expect(descriptionsOf(`${unused.join('\n')} match /z/{b} { allow get: if 'a'.matches('('); }`).join()).toContain(
    'ERROR Invalid regular expression pattern',
  )
})

test('takes names that are told apart by where they stand, and blanks and commas where they may be', () => {
  expect(
    descriptionsOf(`
      function get(list) { let read = list; return read; }
      match /a/{x = **} {
        function f(x) { return math.abs(x) == - 9223372036854775808 || -(1) - -1 == resource.data.if; }
        allow get: if get(x,) && f(1) && debug(true,) && ${'('.repeat(90)}true${')'.repeat(90)};
      }
      match /b/{x} { match /c/{x} { function f() { return x == 1; } allow get: if f(); } }`),
  ).toEqual([])
})

test('takes variables in version 2 alone', () => {
  const content = 'function f() { let a = 1; return a == 1; }\nmatch /a/{b} { allow get: if f(); }'
  expect(descriptionsOf(content)).toEqual([])
  expect(descriptionsOf(content, '1').join()).toContain('Let bindings are not allowed in rules_version="1";')
})

test('warns of paths that do not begin at the root, where they cover nothing', () => {
  const said = (source: string): string[] =>
    issuesOf(`rules_version = '2';\n${source}`).map(({ severity, description }) => `${severity} ${description}`)
  expect(said('service cloud.firestore { match /orders/{id} { allow get; } }')).toEqual([
    'WARNING This covers nothing: every path begins with /databases/{database}/documents.',
  ])
  expect(said('service firebase.storage { match /photos/{id} { allow get; } }')).toEqual([
    'WARNING This covers nothing: every path begins with /b/{bucket}/o.',
  ])
  expect(said('service cloud.firestore { match /{path=**} { allow get; } }')).toEqual([])
  expect(said('service firebase.storage { match /b/{bucket}/o/{file} { allow get; } }')).toEqual([])
})

test('warns of members that no request has, where they stand, whatever service they are of', () => {
  const issues = issuesOf(
    inServices("request.user.uid == 'ada' || request.auth.id == 'ada'", 'request.resource.owner == resource.size'),
  )
  expect(issues.map(({ severity, description, position }) => ({ severity, description, ...position }))).toEqual([
    { severity: 'WARNING', description: 'Unknown member of request: user.', line: 5, column: 21 },
    { severity: 'WARNING', description: 'Unknown member of request.auth: id.', line: 5, column: 50 },
    { severity: 'WARNING', description: 'Unknown member of request.resource of a file: owner.', line: 12, column: 23 },
  ])
})

test('warns of no claim, field, metadata or method, and of no name that something else has', () => {
  const issues = issuesOf(
    inServices(
      `request.auth.token.x.y == request.auth.uid && resource.data.owner == request.query.limit
        && request.resource.keys() == resource.id && request.path[0] == request.method && f(request.auth)`,
      'resource.metadata.owner == request.auth.token.team && request.resource.contentType == request.params.x',
      'function f(request) { let resource = request; return resource.user == request.id; }',
    ),
  )
  expect(issues).toEqual([])
})

function inServices(ofDocuments: string, ofFiles: string, functions = ''): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    match /a/{b} {
      allow get: if ${ofDocuments};
      ${functions}
    }
  }
}
service firebase.storage {
  match /b/{bucket}/o/{file} {
      allow write: if ${ofFiles};
  }
}`
}
