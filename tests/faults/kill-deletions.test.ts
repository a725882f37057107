import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BackupCalls } from '../../apps/server/src/testing/backup-calls.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const project = 'shop-app'

it('a server killed around a deletion has the project or backup whole: there, or to be taken back', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-kill-deletions-'))
  const email = 'olga@example.com'
  const store = join(dataFolder, 'projects', `${project}.sqlite`)
  try {
    {
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.claim(server, email, 'correct horse')
      await owner.createProject(project)
      await new BackupCalls(owner, project).make()
    }
    for (const isAnswered of [true, false]) {
      {
        await using server = await SpawnedServer.start({ mode: 'start', dataFolder })
        const owner = await ConsoleAccount.signIn(server, email, 'correct horse')
        const backups = new BackupCalls(owner, project)
        const [backup] = (await backups.list()).backups
        const deleting = (async () => {
          await backups.remove(backup?.id ?? '')
          await owner.call('DELETE', `/projects/${project}`)
        })().catch(() => undefined)
        if (isAnswered) await deleting
        await server.kill('SIGKILL')
        await deleting
      }
      expect(existsSync(store)).toBe(true)
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.signIn(server, email, 'correct horse')
      const listed = await (await owner.call('GET', '/deleted-projects')).json()
      const { deletedProjects } = listed as { deletedProjects: { projectId: string }[] }
      if (isAnswered) expect(deletedProjects).toMatchObject([{ projectId: project }])
      if (deletedProjects.length > 0) {
        expect((await owner.call('POST', `/deleted-projects/${project}/undelete`)).status).toBe(200)
      }
      const backups = new BackupCalls(owner, project)
      const { backups: there, deleted } = await backups.list()
      expect([...there, ...deleted]).toHaveLength(1)
      for (const { id } of deleted) expect((await backups.undelete(id)).status).toBe(200)
      expect((await owner.enter(project)).role).toBe('owner')
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}, 60_000)
