import type { AnswerOf, readUserTimeline } from '@hearth/api'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { setTeam } from '../testing/set-team.ts'
import { TestServer } from '../testing/test-server.ts'
import type { Account } from '../identity/accounts/account.ts'
import { readTimeline, type TimelineSources } from './timeline.ts'

type Timeline = AnswerOf<typeof readUserTimeline>

it('pages have everything of all sources once, in one order, however far each looks for a page', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 30 })
  const sources = fc.record({ denied: times, sessions: times, events: times, acts: times })
  await fc.assert(
    fc.asyncProperty(
      sources,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 9 }),
      async (all, pageSize, looked) => {
        const account = { uid: 'ada', email: 'ada@example.com', createdAt: 0 } as Account
        const found: number[] = []
        let before: number | undefined
        for (let pages = 0; pages < 1_000; pages++) {
          const query = { pageSize, before, part: undefined, hasAudit: true }
          const page = await readTimeline(fakeSources(all, looked), 'shop', account, query)
          found.push(...page.entries.map(({ at }) => Math.floor(at / 1000)))
          before = page.next
          if (before === undefined) break
        }
        const expected = [...Object.values(all).flat(), 0].toSorted((one, other) => other - one)
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: 200 },
  )
})

/** Each with entries at these milliseconds; those that look through much stop after so many. */
function fakeSources(
  all: { readonly [Name in 'denied' | 'sessions' | 'events' | 'acts']: readonly number[] },
  looked: number,
): TimelineSources {
  const newestFirst = (times: readonly number[], before: number): number[] =>
    times
      .map((time) => time * 1000)
      .filter((at) => at < before)
      .toSorted((one, other) => other - one)
  return {
    sessions: { list: async () => all.sessions.map((createdAt) => ({ createdAt })) },
    decisions: {
      async list(_project: string, { before = Infinity }: { before?: number }) {
        const ids = newestFirst(all.denied, before)
        const decisions = ids.slice(0, looked).map((id) => ({ id, isAllowed: false }))
        return { decisions, next: ids.length > looked ? decisions.at(-1)?.id : undefined }
      },
    },
    analytics: {
      async listUserBatches(_project: string, _whose: object, { before }: { before: number }) {
        const found = newestFirst(all.events, before)
        const batches = found.slice(0, looked).map((at) => ({ at, batch: {} }))
        return { batches, lookedTo: found.length > looked ? (batches.at(-1)?.at ?? 0) : 0 }
      },
    },
    installations: { list: async () => ({ installations: [] }) },
    audit: {
      async list(_project: string, { until, filter, pageSize }: { until: number; filter: Filter; pageSize: number }) {
        const entries: object[] = []
        for (const at of newestFirst(all.acts, until * 1000)) {
          if (entries.length === Math.min(looked, pageSize)) return { entries, nextPageToken: '1' }
          const entry = { at: at / 1000, number: 7, target: 'ada', action: 'users.update' }
          if (await filter(entry)) entries.push(entry)
        }
        return { entries, nextPageToken: undefined }
      },
    },
  } as unknown as TimelineSources
}

type Filter = (entry: object) => Promise<boolean>

it('tells of sign-ins, requests, events, devices and what the team did, to each member what they may read', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  const { app } = await owner.enter('demo-app')
  const send = async <T>(path: string, body: object, headers: Record<string, string> = {}, method = 'POST') => {
    const answer = await fetch(server.origin + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-goog-api-key': app.apiKey, ...headers },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return (text === '' ? {} : JSON.parse(text)) as T
  }
  const person = { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true }
  const { localId: uid, idToken } = await send<{ localId: string; idToken: string }>(
    '/identitytoolkit.googleapis.com/v1/accounts:signUp',
    person,
  )
  const asAda = { authorization: `Bearer ${idToken}` }
  const documents = '/v1/projects/demo-app/databases/(default)/documents'
  await send(`${documents}/closed/1`, {}, asAda, 'GET')
  const wrong = { ...person, password: 'wrong horse' }
  await send('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', wrong)
  const fid = 'cAbcdefghijklmnopqrstu'
  await send('/v1/projects/demo-app/installations', { fid, appId: app.appId, sdkVersion: 'w:1' })
  const { secret } = (await (
    await owner.call('POST', '/projects/demo-app/analytics/secrets', { name: 'Server', appId: app.appId })
  ).json()) as { secret: string }
  const reported = { client_id: 'x', user_id: uid, events: [{ name: 'refund' }, { name: 'checkout' }] }
  await send(`/mp/collect?measurement_id=${app.measurementId}&api_secret=${secret}`, reported)
  const asOperator = { authorization: `Bearer ${await owner.operatorToken('demo-app')}` }
  const accounts = '/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts'
  await send(`${accounts}:update`, { localId: uid, displayName: 'Ada' }, asOperator)
  const read = async (caller: ConsoleAccount, query = ''): Promise<Timeline> => {
    const answer = await caller.call('GET', `/projects/demo-app/users/${uid}/timeline${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as Timeline
  }
  const kindsOf = ({ entries }: Timeline): string[] => entries.map(({ kind }) => kind)
  await expect.poll(async () => kindsOf(await read(owner))).toContain('sign-in-failed')

  const whole = await read(owner)
  expect(kindsOf(whole)).toEqual(['team', 'reported', 'sign-in-failed', 'denied', 'signed-in', 'joined'])
  expect([whole.hasAudit, whole.nextPageToken]).toEqual([true, undefined])
  expect(whole.entries).toMatchObject([
    { act: { action: 'users.accounts:update', target: uid, actor: { uid: owner.uid } } },
    { events: { names: ['refund', 'checkout'], clientId: 'x' } },
    { act: { target: 'ada@example.com', detail: { reason: 'INVALID_LOGIN_CREDENTIALS' } } },
    { request: { path: 'closed/1', verdict: 'denied', caller: { uid } } },
    { session: { signInProvider: 'password' } },
    {},
  ])
  expect(whole.people[owner.uid]).toMatchObject({ email: 'olga@example.com' })

  const first = await read(owner, '?pageSize=4')
  const second = await read(owner, `?pageSize=4&pageToken=${first.nextPageToken}`)
  expect([...first.entries, ...second.entries]).toEqual(whole.entries)
  expect(kindsOf(await read(owner, '?part=sign-ins'))).toEqual(['sign-in-failed', 'signed-in', 'joined'])
  expect(kindsOf(await read(owner, '?part=denials'))).toEqual(['denied'])
  expect(kindsOf(await read(owner, '?part=events'))).toEqual(['reported'])
  expect(kindsOf(await read(owner, '?part=team'))).toEqual(['team'])

  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  const address = `/projects/demo-app/users/${uid}/timeline`
  expect((await nina.call('GET', address)).status).toBe(403)
  await setTeam(server, 'demo-app', owner, { [nina.uid]: 'viewer' })
  const seen = await read(nina)
  expect([kindsOf(seen), seen.hasAudit, seen.people]).toEqual([
    ['reported', 'denied', 'signed-in', 'joined'],
    false,
    {},
  ])
  expect((await owner.call('GET', '/projects/demo-app/users/nobody/timeline')).status).toBe(404)
  expect((await owner.call('GET', `${address}?part=tea`)).status).toBe(400)
  expect((await owner.call('GET', `${address}?pageToken=x`)).status).toBe(400)
})
