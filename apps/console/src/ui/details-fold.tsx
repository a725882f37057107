import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import type { ErrorDetails } from '../backend/errors/reaction.ts'
import { track } from '../backend/telemetry.ts'
import { uiTexts } from '../texts/en/ui.ts'
import type { CopyableProps } from './copyable.tsx'

// Most pages come without an error. Where the way to the server is what failed, the id stays a plain text.
const CopyableId = lazy(async () => ({
  default: await import('./copyable.tsx').then(
    ({ Copyable }) => Copyable,
    () => PlainId,
  ),
}))

/** What a person quotes when they ask for help; closed until it is wanted. */
export function DetailsFold({ details }: { readonly details: ErrorDetails }) {
  const { code } = details
  useEffect(() => track({ name: 'error_shown', code }), [code])
  return (
    <details className="group w-full text-left text-table">
      <summary className="mx-auto flex w-fit cursor-default list-none items-center gap-1 rounded-small px-1 text-ink-2 hover:text-ink-1">
        <ChevronRight className="size-3.5 transition-transform duration-100 group-open:rotate-90" aria-hidden="true" />
        {uiTexts.details}
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded border border-line bg-ground-2 p-3 text-left">
        <dt className="text-ink-2">{uiTexts.code}</dt>
        <dd className="font-mono text-code break-all">{details.code}</dd>
        {details.message !== undefined && (
          <>
            <dt className="text-ink-2">{uiTexts.serverSaid}</dt>
            <dd className="break-words">{details.message}</dd>
          </>
        )}
        <dt className="text-ink-2">{uiTexts.requestId}</dt>
        <dd className="min-w-0">
          {details.requestId === undefined ? (
            <span className="text-ink-2">{uiTexts.noRequestId}</span>
          ) : (
            <Suspense fallback={<PlainId value={details.requestId} />}>
              <CopyableId value={details.requestId} label={uiTexts.requestId} />
            </Suspense>
          )}
        </dd>
      </dl>
    </details>
  )
}

function PlainId({ value }: Pick<CopyableProps, 'value'>) {
  return <span className="font-mono text-code break-all">{value}</span>
}

/** What developers look for at the end of a card; closed until it is wanted. */
export function DeveloperFold({
  title = uiTexts.forDevelopers,
  children,
}: {
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <details className="group border-t border-line">
      <summary className="flex cursor-default list-none items-center gap-1 px-4 py-2.5 text-table text-ink-2 hover:text-ink-1">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
