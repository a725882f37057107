import { useNavigate } from '@tanstack/react-router'
import { ChevronRight, Folder } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Button, Tree, TreeItem, TreeItemContent, type Key } from 'react-aria-components/Tree'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { classNames } from '../../../ui/class-names.ts'
import { FolderTree, pathTo, type FolderNode } from '../folder-tree.ts'
import { listFolderNames } from '../queries/list-folder-names.ts'
import { useArrivals } from '../use-arrivals.ts'
import { visibleDirections } from '../../../ui/visible-directions.ts'

/** The folders of the project as a tree, open down to the one that is shown. */
export function FolderTreeView({ folder }: { readonly folder: string }) {
  const project = useProject()
  const navigate = useNavigate()
  const [tree] = useState(() => new FolderTree((path) => listFolderNames(project, path)))
  const roots = useSyncExternalStore(tree.subscribe, tree.getSnapshot)
  const [expanded, setExpanded] = useState<ReadonlySet<Key>>(new Set())
  const arrivals = useArrivals(project.id, '')

  useEffect(() => {
    const path = pathTo(folder)
    setExpanded((before) => new Set([...before, ...path]))
    void tree.read(path)
  }, [tree, folder])
  useEffect(() => {
    if (arrivals !== '') void tree.reload()
  }, [tree, arrivals])

  if (roots.length === 0) {
    return tree.isKnown ? <p className="px-2 text-table text-ink-2">{filesTexts.noFolders}</p> : null
  }
  const open = (path: string) =>
    void navigate({ to: '/projects/$project/files/$', params: { project: project.id, _splat: path } })
  const item = (node: FolderNode) => (
    <TreeItem
      id={node.path}
      textValue={visibleDirections(node.name)}
      hasChildItems={!node.isLeaf}
      className={classNames(
        'group cursor-default rounded-small outline-offset-[-2px] hover:bg-ground-2',
        node.path === folder && 'bg-ember-wash font-medium hover:bg-ember-wash',
      )}
    >
      <TreeItemContent>
        {({ level }) => (
          <span
            title={visibleDirections(node.name)}
            className="flex h-8 min-w-0 items-center gap-1.5 pr-2"
            style={{ paddingInlineStart: `${(level - 1) * 0.875}rem` }}
          >
            <Button
              slot="chevron"
              className={classNames(
                'grid size-6 shrink-0 place-items-center rounded-small text-ink-3 group-data-expanded:rotate-90',
                node.isLeaf && 'invisible',
              )}
            >
              <ChevronRight className="size-3.5" aria-hidden="true" />
            </Button>
            <Folder className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
            <bdi className="truncate">{visibleDirections(node.name)}</bdi>
          </span>
        )}
      </TreeItemContent>
      <Collection items={node.children.map((child) => ({ ...child, id: child.path }))}>{item}</Collection>
    </TreeItem>
  )
  return (
    <Tree
      aria-label={filesTexts.tree}
      items={roots.map((node) => ({ ...node, id: node.path }))}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[folder]}
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : keys
        if (chosen !== undefined && chosen !== folder) open(String(chosen))
      }}
      expandedKeys={expanded}
      onExpandedChange={(keys) => {
        void tree.read([...keys].filter((key) => !expanded.has(key)).map(String))
        setExpanded(keys)
      }}
      dependencies={[folder]}
      className="text-table"
    >
      {item}
    </Tree>
  )
}
