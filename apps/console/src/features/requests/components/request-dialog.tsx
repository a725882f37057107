import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../../backend/errors/failure.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { SaveTestDialog } from '../../../shared/saved-tests/save-test-dialog.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { DescribedRequest } from '../../../shared/requests/past-request.ts'
import { useRequest } from '../../../shared/requests/use-request.ts'
import { RequestFacts } from './request-facts.tsx'
import { rulesOf } from '../../../shared/rules/rules-of.ts'

/** All that is kept of a request, and the way to make a test of it. */
export function RequestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useRequest(id)
  const failure = useFailure(query)
  return (
    <Dialog isOpen width="medium" title={texts.requestTitle} onClose={onClose}>
      {query.data !== undefined ? (
        <Described described={query.data} onClose={onClose} />
      ) : failure === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <ErrorState title={texts.requestFailed} onRetry={() => void query.refetch()}>
          {failureOf(failure).code === 'not-found' ? texts.requestGone : messageOfRead(failure)}
        </ErrorState>
      )}
    </Dialog>
  )
}

function Described({ described, onClose }: { readonly described: DescribedRequest; readonly onClose: () => void }) {
  const { request, test, unknown } = described
  const project = useProject()
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="rounded border border-line">
        <RequestFacts described={described} />
      </div>
      {unknown.length > 0 && <Notice tone="information">{texts.unknownParts(unknown.join(', '))}</Notice>}
      {test !== undefined && (
        <details>
          <summary className="w-fit cursor-default rounded-small text-table text-ink-2 hover:text-ink-1 touch:py-2.5">
            {texts.kept}
          </summary>
          <div className="mt-2 overflow-hidden rounded border border-line [&_pre]:max-h-72">
            <CodeBlock label={texts.kept} code={JSON.stringify(test, null, 2)} />
          </div>
        </details>
      )}
      {isSaved && (
        <Notice tone="good" isAnnounced>
          {texts.savedAsTest}{' '}
          <TextLink to="/projects/$project/rules" params={{ project: project.id }} search={rulesOf(request)}>
            {texts.toRules}
          </TextLink>
        </Notice>
      )}
      <DialogActions>
        <Button onPress={onClose}>{texts.close}</Button>
        {test !== undefined && (
          <Link
            to="/projects/$project/rules"
            params={{ project: project.id }}
            search={{ request: request.id, ...rulesOf(request) }}
            className={buttonClasses()}
          >
            {texts.tryAgain}
          </Link>
        )}
        {test !== undefined && project.role === 'owner' && !isSaved && (
          <Button variant="primary" onPress={() => setSaving(true)}>
            {texts.saveAsTest}
          </Button>
        )}
      </DialogActions>
      {isSaving && test !== undefined && (
        <SaveTestDialog
          test={test}
          isAllowed={request.verdict === 'allowed'}
          onSaved={() => {
            setSaving(false)
            setSaved(true)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}
