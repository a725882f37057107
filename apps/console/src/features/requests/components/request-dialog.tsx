import { CircleCheck, CircleX } from 'lucide-react'
import { useCallback, useState } from 'react'
import { failureOf } from '../../../errors/failure.ts'
import { messageOf } from '../../../errors/reaction.ts'
import { SaveTestDialog } from '../../../saved-tests/save-test-dialog.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { type DescribedRequest, getRequest, type ListedRequest } from '../queries/list-requests.ts'

/** All that is kept of a request, and the way to make a test of it. */
export function RequestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const project = useProject()
  const { asked, askAgain } = useAsked(useCallback(() => getRequest(project, id), [project, id]))
  return (
    <Dialog isOpen width="medium" title={texts.requestTitle} onClose={onClose}>
      {asked.answer === undefined ? (
        asked.status === 'failed' ? (
          <ErrorState title={texts.requestFailed} onRetry={askAgain}>
            {failureOf(asked.error).code === 'not-found' ? texts.requestGone : messageOf(asked.error)}
          </ErrorState>
        ) : (
          <Skeleton rows={6} />
        )
      ) : (
        <Described described={asked.answer} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Described({
  described: { request, test, unknown },
  onClose,
}: {
  readonly described: DescribedRequest
  readonly onClose: () => void
}) {
  const project = useProject()
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="rounded border border-line">
        <FactList facts={factsOf(request)} />
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
          <TextLink
            to="/projects/$project/rules"
            params={{ project: project.id }}
            search={request.service === 'files' ? { area: 'files' } : {}}
          >
            {texts.toRules}
          </TextLink>
        </Notice>
      )}
      <DialogActions>
        <Button onPress={onClose}>{texts.close}</Button>
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

function factsOf(request: ListedRequest): Fact[] {
  const { time, operation, path, database, caller, verdict, rule, reason, stages, lookedUp } = request
  const facts: (Fact | undefined)[] = [
    {
      id: 'verdict',
      name: texts.verdict,
      value:
        verdict === 'allowed' ? (
          <Badge tone="good" icon={<CircleCheck />}>
            {texts.allowed}
          </Badge>
        ) : (
          <Badge tone="danger" icon={<CircleX />}>
            {texts.denied}
          </Badge>
        ),
    },
    { id: 'what', name: texts.what, value: <code className="text-code break-all">{`${operation} ${path}`}</code> },
    database === undefined || database === '(default)'
      ? undefined
      : { id: 'database', name: texts.database, value: <code className="text-code">{database}</code> },
    { id: 'who', name: texts.who, value: <span className="break-all">{whoOf(caller)}</span> },
    { id: 'time', name: texts.time, value: formatDateTime(Date.parse(time)) },
    rule && { id: 'rule', name: texts.why, value: texts.line(rule.fileName, rule.line) },
    reason === undefined
      ? undefined
      : { id: 'reason', name: texts.reason, value: <span className="break-words">{reason}</span> },
    stages && { id: 'took', name: texts.took, value: tookOf(stages) },
    lookedUp && {
      id: 'lookedUp',
      name: texts.lookedUp,
      value: (
        <ul className="grid gap-0.5">
          {lookedUp.map((read) => (
            <li key={read}>
              <code className="text-code break-all">{read}</code>
            </li>
          ))}
        </ul>
      ),
    },
  ]
  return facts.filter((fact) => fact !== undefined)
}

function tookOf({ rulesMs, lookupsMs }: NonNullable<ListedRequest['stages']>): string {
  const rules = texts.rulesTook(rulesMs.toFixed(2))
  return lookupsMs === 0 ? rules : `${rules}, ${texts.lookupsTook(lookupsMs.toFixed(2))}`
}

function whoOf({ kind, uid }: ListedRequest['caller']): string {
  if (uid === undefined) return texts.visitor
  return kind === 'operator' ? texts.operatorNamed(uid) : uid
}
