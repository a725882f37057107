import { StatusError } from '@hearth/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BackupLock } from './backup-lock.ts'

const PROJECT = 'shop-app'
/** What comes; `turns` is how long it has the backups. */
const visit = fc.record({
  kind: fc.constantFrom('job' as const, 'removal' as const, 'deletion' as const),
  turns: fc.nat(3),
})

interface Visit {
  readonly kind: 'job' | 'removal' | 'deletion'
  readonly turns: number
}

/** Each group comes at one moment, in a turn that the scheduler chooses. */
const groups = fc.array(fc.array(visit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })

it('one at a time has the backups of a project, whoever comes when, and after its deletion nobody', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), groups, async (scheduler, visits) => {
      const lock = new BackupLock()
      const inside: string[] = []
      let isGone = false
      let isClosing = false
      /** That have begun, ended or not. */
      let jobs = 0
      const come = async ({ kind, turns }: Visit): Promise<void> => {
        if (kind === 'deletion') {
          isClosing = true
          await lock.close(PROJECT)
          isGone = true
          expect(inside).toEqual([])
          return
        }
        try {
          const giveBack = await lock.take(PROJECT, kind)
          expect(isGone).toBe(false)
          expect(inside).toEqual([])
          inside.push(kind)
          if (kind === 'job') jobs++
          for (let turn = 0; turn < turns; turn++) await scheduler.schedule(Promise.resolve(), 'work')
          inside.pop()
          giveBack()
        } catch (error) {
          if (!(error instanceof StatusError)) throw error
          if (error.reason === 'BACKUP_UNDER_WAY') expect(jobs).toBeGreaterThan(0)
          else expect({ reason: error.reason, isClosing }).toEqual({ reason: 'PROJECT_NOT_FOUND', isClosing: true })
        }
      }
      const all = Promise.all(
        visits.map(async (group) => {
          await scheduler.schedule(Promise.resolve(), 'come')
          await Promise.all(group.map(come))
        }),
      )
      await scheduler.waitFor(all)
      expect(inside).toEqual([])
    }),
  )
})

it('has them from the call on, before anything is waited for, and gives them back to the next', async () => {
  const lock = new BackupLock()
  const taking = lock.take(PROJECT, 'job')
  await expect(lock.take(PROJECT, 'job')).rejects.toMatchObject({ reason: 'BACKUP_UNDER_WAY' })
  await expect(lock.take(PROJECT, 'removal')).rejects.toMatchObject({ reason: 'BACKUP_UNDER_WAY' })
  const other = await lock.take('other-app', 'job')
  const giveBack = await taking
  giveBack()
  const removed = await lock.take(PROJECT, 'removal')
  const waiting = lock.take(PROJECT, 'job')
  removed()
  const last = await waiting
  let hasStopped = false
  const stopping = lock.stop().then(() => {
    hasStopped = true
  })
  await expect(lock.take('third-app', 'job')).rejects.toMatchObject({ reason: 'STOPPING' })
  last()
  expect(hasStopped).toBe(false)
  other()
  await stopping
})
