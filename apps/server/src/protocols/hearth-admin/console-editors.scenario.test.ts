import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

interface Sessions {
  readonly sessions: readonly { readonly id: string }[]
}

test('an editor of the project `console` reads there and changes nothing: its users run the server', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  const editor = await ConsoleAccount.signUp(server, 'eda@example.com')
  await setTeam(server, 'console', owner, { [editor.uid]: 'editor' })
  const path = `/projects/console/users/${owner.uid}/sessions`
  const listed = await editor.call('GET', path)
  expect(listed.status).toBe(200)
  const { sessions } = (await listed.json()) as Sessions
  expect(sessions.length).toBeGreaterThan(0)
  for (const { id } of sessions) {
    const ended = await editor.call('DELETE', `${path}/${id}`)
    expect(ended.status).toBe(403)
    expect(await ended.json()).toMatchObject({ error: { reason: 'ROLE_TOO_LOW' } })
  }
  expect((await owner.call('GET', '/projects')).status).toBe(200)
})
