import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completeRules } from './completions.ts'

/** What is offered where the source has a `|`. */
function offeredAt(marked: string): readonly string[] {
  const offset = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.slice(0, offset) + marked.slice(offset + 1) })
  const found = completeRules(new CompletionContext(state, offset, true))
  return found?.options.map(({ label }) => label) ?? []
}

const inOrders = (condition: string): string => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isStaff(person, level) { let least = 3; return person.level >= level && resource.data.team == 'a'; }
    match /orders/{order} {
      allow read: if ${condition};
      match /lines/{line} { allow read: if request.auth.token.admin == true; }
    }
    match /users/{uid} { allow read: if true; }
  }
}`

test.each([
  ['request.|', ['auth', 'method', 'path', 'query', 'resource', 'time']],
  ['request.auth.|', ['uid', 'token']],
  ['request.auth.u|', ['uid', 'token']],
  ['request.resource.|', ['data', 'id', '__name__']],
  ['resource.|', ['data', 'id', '__name__']],
])('behind %s stands what a request of documents has', (condition, offered) => {
  expect(offeredAt(inOrders(condition))).toEqual(offered)
})

test('behind resource. of a file stands its metadata', () => {
  const offered = offeredAt(`service firebase.storage { match /b/{bucket}/o/{file} { allow read: if resource.| } }`)
  expect(offered).toEqual(expect.arrayContaining(['size', 'contentType', 'metadata']))
  expect(offered).not.toContain('data')
})

test('fields and claims that the source asks for elsewhere are offered, before methods', () => {
  expect(offeredAt(inOrders('request.resource.data.|')).slice(0, 2)).toEqual(['team', 'diff()'])
  expect(offeredAt(inOrders('request.auth.token.|'))).toEqual(expect.arrayContaining(['email', 'admin', 'get()']))
})

test('names are those of the paths around, own functions, and then the language’s', () => {
  const offered = offeredAt(inOrders('or|'))
  expect(offered.slice(0, 3)).toEqual(['database', 'order', 'isStaff()'])
  expect(offered).toEqual(expect.arrayContaining(['request', 'exists()']))
  expect(offered).not.toContain('uid')
  expect(offered).not.toContain('line')
  expect(offered).not.toContain('person')
})

test('in a function its arguments and variables are offered', () => {
  const source = inOrders('true').replace('return person.level', 'return |person.level')
  expect(offeredAt(source).slice(0, 3)).toEqual(['person', 'level', 'least'])
})
