import { useNavigate } from '@tanstack/react-router'
import { ChevronRight, Folder } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Button, Tree, TreeItem, TreeItemContent, type Key } from 'react-aria-components/Tree'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { classNames } from '../../../ui/class-names.ts'
import { toastProblem } from '../../../ui/toast.ts'
import { pathTo, type FolderNames, type FolderNode, FolderTree } from '../folder-tree.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { isUnderWay, unitOf } from '../../../shared/jobs/job.ts'
import { jobs } from '../../../shared/jobs/jobs.ts'
import { uploads } from '../../../shared/uploads/uploads.ts'
import { folderPrefix, lastNameOf } from '../../../shared/files/file-path.ts'
import { listNames, pageMax } from '../queries/list-objects.ts'

/** The folders of the project as a tree, open down to the one that is shown. */
export function FolderTreeView({ folder }: { readonly folder: string }) {
  const project = useProject()
  const navigate = useNavigate()
  const { root, tree } = useFolderTree(project, folder)
  const [expanded, setExpanded] = useState<ReadonlySet<Key>>(new Set())

  useEffect(() => setExpanded((before) => new Set([...before, ...pathTo(folder)])), [folder])

  if (root === undefined) return null
  if (root.isLeaf) return <p className="px-2 text-table text-ink-2">{filesTexts.noFolders}</p>
  const open = (path: string) =>
    void navigate({ to: '/projects/$project/files/$', params: { project: project.id, _splat: path } })
  const readMore = (path: string) =>
    void tree
      .readMore(path)
      .catch((thrown: unknown) => toastProblem(`${filesTexts.failedFolders}: ${messageOf(thrown)}`))
  const item = (node: TreeEntry) =>
    node.kind === 'more' ? (
      <MoreFolders key={node.id} entry={node} />
    ) : (
      <TreeItem
        id={node.path}
        textValue={visibleDirections(node.name)}
        hasChildItems={!node.isLeaf}
        className={classNames(
          'group cursor-default rounded-small outline-offset-[-2px] hover:bg-ground-2',
          node.path === folder && 'bg-ground-3 font-medium hover:bg-ground-3',
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
        <Collection items={entriesOf(node)}>{item}</Collection>
      </TreeItem>
    )
  return (
    <Tree
      aria-label={filesTexts.tree}
      items={entriesOf(root)}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[folder]}
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : keys
        const path = chosen === undefined ? undefined : folderOfMore(String(chosen))
        if (path !== undefined) readMore(path)
        else if (chosen !== undefined && chosen !== folder) open(String(chosen))
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

type TreeEntry =
  | (FolderNode & { readonly kind: 'folder'; readonly id: string })
  /** Stands below the folders of one when there may be more of them. */
  | { readonly kind: 'more'; readonly id: string; readonly count: number; readonly isAsked: boolean }

function entriesOf({ path, children, more }: FolderNode): readonly TreeEntry[] {
  const folders = children.map((child) => ({ ...child, kind: 'folder' as const, id: child.path }))
  if (more === 'none') return folders
  return [...folders, { kind: 'more', id: path + moreEnding, count: children.length, isAsked: more === 'asked' }]
}

/** No path of a folder ends so. */
const moreEnding = '//more'

function folderOfMore(id: string): string | undefined {
  return id.endsWith(moreEnding) ? id.slice(0, -moreEnding.length) : undefined
}

function MoreFolders({ entry: { id, count, isAsked } }: { readonly entry: Extract<TreeEntry, { kind: 'more' }> }) {
  const state = filesTexts.foldersSoFar(count)
  const act = isAsked ? filesTexts.lookingFurther : filesTexts.lookFurther
  return (
    <TreeItem
      id={id}
      textValue={`${state} ${act}`}
      className="cursor-default rounded-small outline-offset-[-2px] hover:bg-ground-2"
    >
      <TreeItemContent>
        {({ level }) => (
          <span className="grid py-1 pr-2 text-small" style={{ paddingInlineStart: `${level * 0.875 + 1}rem` }}>
            <span className="text-ink-2">{state}</span>
            <span className={isAsked ? 'text-ink-2' : 'text-sky'}>{act}</span>
          </span>
        )}
      </TreeItemContent>
    </TreeItem>
  )
}

interface Folders {
  /** `undefined` until it is known. */
  readonly root: FolderNode | undefined
  readonly tree: FolderTree
}

/**
 * The folders of a project, read down to one. What arrives is put in without asking; after a job that deleted or moved files what is open
 * is read anew.
 */
function useFolderTree(project: ProjectSession, folder: string): Folders {
  const [tree] = useState(() => new FolderTree((path, from) => listFolderNames(project, path, from)))
  const root = useSyncExternalStore(tree.subscribe, tree.getSnapshot)
  useEffect(() => {
    void tree.read(pathTo(folder))
  }, [tree, folder])
  useEffect(() => {
    let noted: ReadonlySet<number> = new Set()
    const note = () => {
      const arrived = uploads
        .getSnapshot()
        .filter((upload) => upload.status === 'done' && upload.project === project.id)
      tree.noteFiles(arrived.filter(({ id }) => !noted.has(id)).map(({ path }) => path))
      noted = new Set(arrived.map(({ id }) => id))
    }
    note()
    return uploads.subscribe(note)
  }, [tree, project])
  useEffect(() => {
    let known = endedJobs(project.id)
    return jobs.subscribe(() => {
      const ended = endedJobs(project.id)
      if (ended === known) return
      known = ended
      void tree.reload()
    })
  }, [tree, project])
  return { root, tree }
}

/** Another text when one more is over. */
function endedJobs(project: string): string {
  return jobs
    .getSnapshot()
    .filter((job) => job.project === project && unitOf(job) === 'files' && !isUnderWay(job) && job.done > 0)
    .map(({ id }) => id)
    .join()
}

/** Files stand between the folders of a list: whoever wants to know of folders beyond so many entries asks for more. */
const pagesMax = 10
/** And more folders than these make a tree that nobody reads. */
const namesMax = 1000

/** Names of the folders right below one, in the order of the server, from where an answer before it ended. Throws a `HearthError`. */
async function listFolderNames(
  project: ProjectSession,
  folder: string,
  from: string | undefined,
): Promise<FolderNames> {
  const names: string[] = []
  let rest = from
  let pages = 0
  do {
    const page = await listNames(project, {
      prefix: folderPrefix(folder),
      delimiter: '/',
      maxResults: pageMax,
      pageToken: rest,
    })
    names.push(...page.folders.map(lastNameOf))
    rest = page.nextPageToken
    pages += 1
  } while (rest !== undefined && pages < pagesMax && names.length < namesMax)
  return { names, rest }
}
