import { compileRules, Coverage, decide, type RulesRequest, TimestampValue } from '@hearth/rules'
import { expect, test } from 'vitest'
import { coveragePage } from './coverage-page.ts'

const CONTENT = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{note} {
      allow get: if request.auth != null && note == 'one';
      allow list: if note == '<b>';
    }
  }
}`

/** The page after a visitor has asked for a note. */
function pageAfterVisit(): string {
  const ruleset = compileRules([{ name: 'a.rules', content: CONTENT }], 'cloud.firestore', { isObserved: true })
  if (ruleset === undefined) throw new Error('the rules have errors')
  const observer = new Coverage()
  const request: RulesRequest = {
    method: 'get',
    path: ['databases', '(default)', 'documents', 'notes', 'one'],
    auth: null,
    time: new TimestampValue(0n),
    resource: null,
  }
  decide(ruleset, request, { find: () => 'unknown', lookupsMax: 10, observer })
  return coveragePage([{ name: 'a.rules', content: CONTENT }], observer.report(ruleset.sources))
}

/** The marks of a class, without the marks in them. */
function markedAs(page: string, reach: string): string[] {
  const [, body = ''] = page.split('<pre>')
  const found = [...body.matchAll(new RegExp(`<mark class="${reach}" title="([^"]*)">`, 'g'))]
  return found.map(({ index, 0: tag, 1: title }) => {
    let depth = 1
    const rest = body.slice(index + tag.length)
    const end = [...rest.matchAll(/<(\/?)mark/g)].find(({ 1: slash }) => (depth += slash === '/' ? -1 : 1) === 0)
    return `${rest.slice(0, end?.index).replaceAll(/<[^>]*>/g, '')}: ${title}`
  })
}

test('an expression of which one side alone was evaluated is marked as partly evaluated', () => {
  const page = pageAfterVisit()
  expect(markedAs(page, 'partly')).toEqual([
    'request.auth != null &amp;&amp; note == &#39;one&#39;: false (1)\nsomething in it was never evaluated',
  ])
  expect(markedAs(page, 'wholly')[0]).toBe('request.auth != null: false (1)')
  expect(markedAs(page, 'never')).toContain('note == &#39;one&#39;: never evaluated')
  expect(page).toContain('Of 2 conditions and functions, 0 were evaluated wholly, 1 partly, 1 never.')
})

test('the marks are explained, and the source is text', () => {
  const page = pageAfterVisit()
  expect(page).toContain('<ul aria-label="Legend">')
  expect(page).not.toContain('<b>')
})
