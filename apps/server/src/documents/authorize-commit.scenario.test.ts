import { expect, test } from 'vitest'
import type { AccessScope } from '../access/gate.ts'
import { permissionDenied } from '../access/permission-denied.ts'
import { DocumentsWorld, set } from '../testing/documents-world.ts'

/** Lets writes to `notes` pass while `doors/main` is open, as rules with `get()` do. `onLooked` is called in between. */
async function openWorld(onLooked: () => Promise<void>) {
  const looks: boolean[] = []
  const world = await DocumentsWorld.open({
    async authorize(_caller, request, scope?: AccessScope) {
      if (request.operation !== 'create' || !request.path.startsWith('notes/')) return
      const door = await scope?.lookUp?.('doors/main')
      const isOpen = door?.fields.get('isOpen')
      looks.push(isOpen?.kind === 'boolean' && isOpen.value)
      if (looks.at(-1) !== true) throw permissionDenied()
      await onLooked()
    },
  })
  return { world, looks }
}

test('a commit is judged again when a document changed that its rules had read', async () => {
  let closeOnce = async (): Promise<void> => {}
  const { world, looks } = await openWorld(() => closeOnce())
  await using _ = world
  await world.set('doors/main', { isOpen: true })
  closeOnce = async () => {
    closeOnce = async () => {}
    await world.set('doors/main', { isOpen: false })
  }
  await expect(world.commit(set('notes/1', {}))).rejects.toMatchObject({ code: 'permission-denied' })
  expect(looks).toEqual([true, false])
  expect(await world.get('notes/1')).toBeUndefined()
})

test('a document that rules found missing must still be missing', async () => {
  const { world, looks } = await openWorld(async () => {})
  await using _ = world
  await expect(world.commit(set('notes/1', {}))).rejects.toMatchObject({ code: 'permission-denied' })
  await world.set('doors/main', { isOpen: true })
  await world.commit(set('notes/1', {}))
  expect(looks).toEqual([false, true])
})

test('rules of a commit see what all of it comes to, at the time that its server timestamps get', async () => {
  const scopes: AccessScope[] = []
  await using world = await DocumentsWorld.open({
    authorize(_caller, _request, scope) {
      if (scope !== undefined) scopes.push(scope)
    },
  })
  await world.commit(
    { ...set('notes/1', {}), transforms: [{ kind: 'server-timestamp', field: ['at'] }] },
    { kind: 'delete', path: 'notes/2', precondition: { kind: 'none' } },
  )
  const [first, second] = scopes
  expect(first).toBe(second)
  expect([...(first?.after ?? [])].map(([path, after]) => [path, after !== undefined])).toEqual([
    ['notes/1', true],
    ['notes/2', false],
  ])
  const at = first?.after?.get('notes/1')?.fields.get('at')
  expect(at).toEqual({ kind: 'timestamp', micros: BigInt(first?.time ?? 0) })
})
