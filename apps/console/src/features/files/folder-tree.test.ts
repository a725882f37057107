import { expect, it } from 'vitest'
import { FolderTree, pathTo, type FolderNode } from './folder-tree.ts'

const folders: Record<string, string[]> = { '': ['a', 'b'], a: ['x'], 'a/x': [], b: ['y', 'z'] }

function drawn(nodes: readonly FolderNode[]): string {
  return nodes
    .map(({ name, children, isLeaf }) =>
      children.length > 0 ? `${name}(${drawn(children)})` : isLeaf ? `${name}.` : name,
    )
    .join(' ')
}

it('knows what was opened, and what is not there to open', async () => {
  const tree = new FolderTree(async (folder) => folders[folder] ?? [])
  expect(drawn(tree.getSnapshot())).toBe('')
  await tree.read(pathTo('a'))
  expect(drawn(tree.getSnapshot())).toBe('a(x) b')
  await tree.read(['a/x', 'b'])
  expect(drawn(tree.getSnapshot())).toBe('a(x.) b(y z)')
})

it('keeps what it knows of a folder that can’t be read, and reads the others', async () => {
  let isBroken = false
  const tree = new FolderTree(async (folder) => {
    if (isBroken && folder === 'a') throw new Error('no')
    return folder === 'b' && isBroken ? ['new'] : (folders[folder] ?? [])
  })
  await tree.read(['', 'a', 'b'])
  isBroken = true
  await tree.reload()
  expect(drawn(tree.getSnapshot())).toBe('a(x) b(new)')
})

it('has the order of the list beside it, whatever follows a name in a path', async () => {
  // The storage lists by path, where a space comes before the slash.
  const tree = new FolderTree(async () => ['team photos ü', 'team', 'v10', 'v9'])
  await tree.read([''])
  expect(tree.getSnapshot().map(({ name }) => name)).toEqual(['team', 'team photos ü', 'v9', 'v10'])
})

it('leads from the root to a folder', () => {
  expect(pathTo('')).toEqual([''])
  expect(pathTo('a/b c/d')).toEqual(['', 'a', 'a/b c', 'a/b c/d'])
})
