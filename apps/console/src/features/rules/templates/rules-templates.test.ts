import { findIssues } from '@hearth/rules'
import { expect, it } from 'vitest'
import { parseDocument } from '../../../documents/values/document-json.ts'
import { simulate } from '../../../shared/rules/simulator/simulate.ts'
import { firstSituation, type Situation } from '../../../shared/rules/simulator/situation.ts'
import { type RulesTemplate, rulesTemplates } from './rules-templates.ts'

async function isAllowed(id: RulesTemplate['id'], situation: Partial<Situation>): Promise<boolean> {
  const template = rulesTemplates.find((one) => one.id === id)
  if (template === undefined) throw new Error(`there is no template ${id}`)
  const { area, source } = template
  const outcome = await simulate(
    [{ name: 'some.rules', content: source }],
    { ...firstSituation, ...situation },
    {
      area,
      project: 'demo-app',
      database: '(default)',
      bucket: 'demo-app.appspot.com',
      now: 1_800_000_000_000,
    },
    async (path) => {
      const parsed = parseDocument(path === 'teams/crew' ? '{"owner": "ada", "members": ["ada", "bea"]}' : '{}')
      return 'value' in parsed ? parsed.value : undefined
    },
  )
  return outcome?.isAllowed === true
}

it('has no errors and no warnings', () => {
  for (const { id, source } of rulesTemplates) {
    expect([id, findIssues([{ name: 'some.rules', content: source }])]).toEqual([id, []])
  }
})

it('allows what it says, and nothing besides', async () => {
  const cases: readonly (readonly [RulesTemplate['id'], Partial<Situation>, boolean])[] = [
    ['own', { path: 'users/ada/orders/1', uid: 'ada', method: 'get' }, true],
    ['own', { path: 'users/ada', uid: 'eve', method: 'get' }, false],
    ['own', { path: 'orders/1', uid: 'ada', method: 'get' }, false],
    ['authored', { path: 'posts/1', uid: undefined, method: 'get', before: '{"author": "ada"}' }, true],
    ['authored', { path: 'posts/1', uid: 'ada', method: 'create', before: '', after: '{"author": "ada"}' }, true],
    ['authored', { path: 'posts/1', uid: 'eve', method: 'create', before: '', after: '{"author": "ada"}' }, false],
    [
      'authored',
      { path: 'posts/1', uid: 'ada', method: 'update', before: '{"author": "ada"}', after: '{"author": "eve"}' },
      false,
    ],
    ['authored', { path: 'posts/1', uid: 'eve', method: 'delete', before: '{"author": "ada"}' }, false],
    [
      'teams',
      { path: 'teams/crew', uid: 'bea', method: 'get', before: '{"owner": "ada", "members": ["ada", "bea"]}' },
      true,
    ],
    [
      'teams',
      { path: 'teams/crew', uid: 'bea', method: 'delete', before: '{"owner": "ada", "members": ["ada", "bea"]}' },
      false,
    ],
    ['teams', { path: 'teams/crew/notes/1', uid: 'bea', method: 'create', before: '', after: '{}' }, true],
    ['teams', { path: 'teams/crew/notes/1', uid: 'eve', method: 'get', before: '{}' }, false],
    ['roles', { path: 'orders/1', uid: 'bea', method: 'get', before: '{}' }, true],
    ['roles', { path: 'orders/1', uid: 'bea', method: 'update', before: '{}', after: '{}' }, false],
    [
      'roles',
      { path: 'orders/1', uid: 'ada', claims: '{"role": "editor"}', method: 'update', before: '{}', after: '{}' },
      true,
    ],
    ['roles', { path: 'orders/1', uid: undefined, method: 'get', before: '{}' }, false],
  ]
  for (const [id, situation, expected] of cases) {
    expect([id, situation, await isAllowed(id, situation)]).toEqual([id, situation, expected])
  }
})
