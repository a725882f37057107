import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const SOURCE = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {} }"
const PATH = '/databases/(default)/documents/orders/one'
const testCase = {
  name: 'Ada reads',
  expectation: 'ALLOW',
  request: { path: PATH, method: 'get', auth: { uid: 'ada' } },
}

interface Act {
  readonly actor: string
  readonly action: string
  readonly target: string
}

/** As the console's pages read it: documents of the project `console`. */
async function activityOf(server: TestServer, owner: ConsoleAccount): Promise<Act[]> {
  const address = `${server.origin}/v1/projects/console/databases/(default)/documents/projects/shop-app/activity`
  const answer = await fetch(`${address}?pageSize=300`, { headers: { authorization: `Bearer ${owner.idToken}` } })
  const { documents = [] } = (await answer.json()) as {
    documents?: { fields: Record<keyof Act, { stringValue: string }> }[]
  }
  return documents.map(({ fields: { actor, action, target } }) => ({
    actor: actor.stringValue,
    action: action.stringValue,
    target: target.stringValue,
  }))
}

test('published rules, saved tests and changes of the team are in the activity of a project, with who made them', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  const token = await owner.operatorToken('shop-app')
  const publish = async (what: string, body: object): Promise<{ name: string }> => {
    const answer = await fetch(`${server.origin}/v1/projects/shop-app/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(answer.status, what).toBe(200)
    return (await answer.json()) as { name: string }
  }
  const ruleset = await publish('rulesets', { source: { files: [{ name: 'firestore.rules', content: SOURCE }] } })
  const release = await publish('releases', {
    name: 'projects/shop-app/releases/cloud.firestore',
    rulesetName: ruleset.name,
  })
  const made = await owner.call('POST', '/projects/shop-app/rules-tests', { test: testCase })
  const { id, revision } = (await made.json()) as { id: string; revision: number }
  await owner.call('PUT', `/projects/shop-app/rules-tests/${id}`, { test: testCase, revision })
  await owner.call('DELETE', `/projects/shop-app/rules-tests/${id}`)
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })

  const actor = owner.uid
  const expected = [
    { actor, action: 'rules.create', target: ruleset.name },
    { actor, action: 'rules.create', target: release.name },
    { actor, action: 'rules-tests.create', target: id },
    { actor, action: 'rules-tests.update', target: id },
    { actor, action: 'rules-tests.delete', target: id },
    { actor, action: 'team.update', target: nina.uid },
  ]
  await expect.poll(() => activityOf(server, owner)).toEqual(expect.arrayContaining(expected))
})
