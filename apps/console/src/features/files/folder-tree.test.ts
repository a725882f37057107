import { expect, it } from 'vitest'
import { FolderTree, pathTo, type FolderNames, type FolderNode } from './folder-tree.ts'

const folders: Record<string, string[]> = { '': ['a', 'b'], a: ['x'], 'a/x': [], b: ['y', 'z'] }

function drawn(tree: FolderTree): string {
  const draw = ({ children, more }: FolderNode): string =>
    [...children.map(drawNode), ...(more === 'none' ? [] : [more === 'asked' ? '…?' : '…'])].join(' ')
  const drawNode = (node: FolderNode): string =>
    node.isLeaf ? `${node.name}.` : node.children.length > 0 ? `${node.name}(${draw(node)})` : node.name
  const root = tree.getSnapshot()
  return root === undefined ? 'unknown' : draw(root)
}

function all(names: readonly string[] = []): FolderNames {
  return { names, rest: undefined }
}

it('knows what was opened, and what is not there to open', async () => {
  const tree = new FolderTree(async (folder) => all(folders[folder]))
  expect(drawn(tree)).toBe('unknown')
  await tree.read(pathTo('a'))
  expect(drawn(tree)).toBe('a(x) b')
  await tree.read(['a/x', 'b'])
  expect(drawn(tree)).toBe('a(x.) b(y z)')
})

it('keeps what it knows of a folder that can’t be read, and reads the others', async () => {
  let isBroken = false
  const tree = new FolderTree(async (folder) => {
    if (isBroken && folder === 'a') throw new Error('no')
    return all(folder === 'b' && isBroken ? ['new'] : folders[folder])
  })
  await tree.read(['', 'a', 'b'])
  isBroken = true
  await tree.reload()
  expect(drawn(tree)).toBe('a(x) b(new)')
})

it('has the order of the list beside it, whatever follows a name in a path', async () => {
  // The storage lists by path, where a space comes before the slash.
  const tree = new FolderTree(async () => all(['team photos ü', 'team', 'v10', 'v9']))
  await tree.read([''])
  expect(tree.getSnapshot()?.children.map(({ name }) => name)).toEqual(['team', 'team photos ü', 'v9', 'v10'])
})

it('says where there may be more, goes on from there, and asks again for as much', async () => {
  const parts: Record<string, FolderNames> = {
    '': { names: [], rest: '2' },
    2: { names: ['m'], rest: '3' },
    3: { names: ['z'], rest: undefined },
  }
  const asked: (string | undefined)[] = []
  const tree = new FolderTree(async (_, from) => {
    asked.push(from)
    return parts[from ?? ''] ?? all()
  })
  await tree.read([''])
  expect(drawn(tree)).toBe('…')
  const reading = tree.readMore('')
  expect(drawn(tree)).toBe('…?')
  await reading
  expect(drawn(tree)).toBe('m …')
  await tree.reload()
  expect(drawn(tree)).toBe('m …')
  await tree.readMore('')
  await tree.readMore('')
  expect(drawn(tree)).toBe('m z')
  expect(asked).toEqual([undefined, '2', undefined, '2', '3'])
})

it('has more to look for when looking failed', async () => {
  const tree = new FolderTree(async (_, from) => {
    if (from !== undefined) throw new Error('no')
    return { names: ['a'], rest: '2' }
  })
  await tree.read([''])
  await expect(tree.readMore('')).rejects.toThrow('no')
  expect(drawn(tree)).toBe('a …')
})

it('puts in the folders of a file that arrived without asking', async () => {
  let questions = 0
  const tree = new FolderTree(async (folder) => {
    questions += 1
    return all(folders[folder])
  })
  await tree.read(['', 'a', 'a/x'])
  tree.noteFiles(['c/deep/file.txt', 'a/x/new/file.txt', 'a/x/new/other.txt', 'root.txt'])
  expect(drawn(tree)).toBe('a(x(new)) b c')
  expect(questions).toBe(3)
})

it('leads from the root to a folder', () => {
  expect(pathTo('')).toEqual([''])
  expect(pathTo('a/b c/d')).toEqual(['', 'a', 'a/b c', 'a/b c/d'])
})
