import type { Role } from '@hearth/api'
import { onTestFinished } from 'vitest'
import { closeFirestore } from '../backend/sdk/firestore.ts'
import { ProjectSession } from '../backend/sdk/project-session.ts'
import type { FakeServer } from './fake-server.ts'

const hourMs = 60 * 60_000

/** Enters a project with a role, as the console does it after somebody has signed in. The session ends with the test. */
export async function enterProject(server: FakeServer, role: Role = 'owner', id = 'demo-app'): Promise<ProjectSession> {
  const idToken = tokenOf({ uid: 'operator', project: id })
  server.answerPath('POST', /\/accounts:signInWithCustomToken$/, () =>
    Response.json({ idToken, refreshToken: 'of-the-operator', expiresIn: '3600', isNewUser: false }),
  )
  server.answerPath('POST', /\/accounts:lookup$/, () =>
    Response.json({ users: [{ localId: 'operator', email: 'olga@example.com', emailVerified: true }] }),
  )
  const project = await ProjectSession.open(id, async () => ({
    customToken: 'of-the-project',
    role,
    expiresAt: new Date(Date.now() + hourMs).toISOString(),
    app: { apiKey: 'key', appId: '1:1:web:1', projectId: id, storageBucket: id, authDomain: location.host },
  }))
  onTestFinished(async () => {
    await closeFirestore(project.app)
    await project.close()
  })
  return project
}

/** An ID token with no signature: only a server looks at one. */
function tokenOf({ uid, project }: { readonly uid: string; readonly project: string }): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: uid, user_id: uid, aud: project, iat: now, auth_time: now, exp: now + 3600 }
  return `${encode({ alg: 'none' })}.${encode(claims)}.`
}

function encode(part: object): string {
  return btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
