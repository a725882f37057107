import { Check, Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { type DownloadLink, createLink, revokeLink } from '../queries/download-links.ts'
import { DetailsPart } from './details-part.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useMutation } from '@tanstack/react-query'
import { useFailure } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'
import { useDownloadLinks } from '../queries/files-queries.ts'

/** The links that download a file: copied, made, revoked. */
export function FileLinks({ links }: { readonly links: Links }) {
  const { mayWrite } = useProject()
  const [revoked, setRevoked] = useState<DownloadLink>()
  const { all, readError, changeError, isChanging } = links
  return (
    <DetailsPart
      title={filesTexts.links}
      aside={
        <Button
          size="small"
          icon={<Plus />}
          isDisabled={!mayWrite || all === undefined}
          isPending={isChanging}
          onPress={links.create}
        >
          {all?.length === 0 ? filesTexts.makeLink : filesTexts.newLink}
        </Button>
      }
    >
      <LinksProblem title={filesTexts.failedLinks} error={readError} />
      <LinksProblem title={filesTexts.failedLinkChange} error={changeError} />
      {all === undefined && readError === undefined && <SkeletonBar className="w-2/3" />}
      <ul className="grid gap-1.5">
        {all?.map((link, at) => (
          <LinkRow
            key={link.token}
            link={link}
            at={at + 1}
            mayRevoke={mayWrite && !isChanging}
            onRevoke={() => setRevoked(link)}
          />
        ))}
      </ul>
      {all?.length === 0 && <p className="text-table text-ink-2">{filesTexts.noLinks}</p>}
      <p className="mt-2 text-small text-ink-2">{filesTexts.linksHelp}</p>
      {revoked !== undefined && (
        <RevokeLinkDialog
          isLast={all?.length === 1}
          onClose={() => setRevoked(undefined)}
          onRevoke={() => {
            setRevoked(undefined)
            links.revoke(revoked)
          }}
        />
      )}
    </DetailsPart>
  )
}

function LinksProblem({ title, error }: { readonly title: string; readonly error: unknown }) {
  return error === undefined ? null : (
    <FieldProblem>
      {title}: {messageOf(error)}
    </FieldProblem>
  )
}

function LinkRow({
  link,
  at,
  mayRevoke,
  onRevoke,
}: {
  readonly link: DownloadLink
  readonly at: number
  readonly mayRevoke: boolean
  readonly onRevoke: () => void
}) {
  const { isCopied, copy } = useCopy()
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-[1_1_5rem] truncate font-mono text-code text-ink-2" title={link.url}>
        …{link.token.slice(-8)}
      </span>
      <Button
        size="small"
        icon={isCopied ? <Check /> : <Link2 />}
        aria-label={filesTexts.copyLinkOf(at)}
        onPress={() => copy(link.url)}
      >
        {isCopied ? filesTexts.linkCopied : filesTexts.copyLink}
      </Button>
      <Button size="small" aria-label={filesTexts.revokeOf(at)} isDisabled={!mayRevoke} onPress={onRevoke}>
        {filesTexts.revoke}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? filesTexts.linkCopied : ''}
      </span>
    </li>
  )
}

/** Revoking can't be taken back, and the link may be in use anywhere. */
function RevokeLinkDialog({
  isLast,
  onClose,
  onRevoke,
}: {
  /** The file has none then. */
  readonly isLast: boolean
  readonly onClose: () => void
  readonly onRevoke: () => void
}) {
  return (
    <Dialog isOpen role="alertdialog" onClose={onClose} title={filesTexts.revokeTitle}>
      <p className="text-body text-ink-2">{isLast ? filesTexts.revokeLast : filesTexts.revokeText}</p>
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {filesTexts.cancel}
        </Button>
        <Button variant="danger" onPress={onRevoke}>
          {filesTexts.revokeButton}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Links {
  /** `undefined` until they are known. */
  readonly all: readonly DownloadLink[] | undefined
  readonly readError: unknown
  readonly changeError: unknown
  readonly isChanging: boolean
  readonly create: () => void
  readonly revoke: (link: DownloadLink) => void
}

interface Change {
  readonly act: () => Promise<void>
  /** What is said when it is done. */
  readonly news: string
}

/** The download links of a file, and what changes them. New content has new links, so the generation is part of the question. */
export function useLinks(path: string, generation: string | undefined): Links {
  const project = useProject()
  const links = useDownloadLinks(path, generation)
  const change = useMutation({
    mutationFn: async ({ act }: Change) => await act(),
    onSuccess: (_, { news }) => void toast(news),
    onSettled: () => void links.refetch(),
  })

  return {
    all: links.data,
    readError: useFailure(links),
    changeError: change.error ?? undefined,
    isChanging: change.isPending,
    create: () => change.mutate({ act: async () => await createLink(project, path), news: filesTexts.linkMade }),
    revoke: ({ token }) =>
      change.mutate({ act: async () => await revokeLink(project, path, token), news: filesTexts.revoked }),
  }
}
