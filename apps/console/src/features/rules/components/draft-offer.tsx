import { useState } from 'react'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { type KeptDraft, type DraftPlace, listOtherDrafts } from '../../../shared/rules/kept-draft.ts'
import { LineDiffView } from './line-diff-view.tsx'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { TextLink } from '../../../ui/text-link.tsx'

/** Rules that were written in an earlier visit and not published: to go on with, to give up, or to hold against what holds. */
export function DraftOffer({
  draft,
  published,
  isOvertaken,
  onTake,
  onGiveUp,
}: {
  readonly draft: KeptDraft
  /** What holds now. */
  readonly published: string
  /** Other rules were published since the draft began. */
  readonly isOvertaken: boolean
  readonly onTake: () => void
  readonly onGiveUp: () => void
}) {
  const [isComparing, setComparing] = useState(false)
  const when = formatDateTime(draft.at)
  const overtaken = isOvertaken && <p className="mt-1">{rulesTexts.draftOvertaken}</p>
  return (
    <>
      <Notice
        tone="attention"
        isAnnounced
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onPress={() => setComparing(true)}>
              {rulesTexts.compareDraft}
            </Button>
            <Button size="small" onPress={onGiveUp}>
              {rulesTexts.discardDraft}
            </Button>
            <Button size="small" variant="primary" onPress={onTake}>
              {rulesTexts.takeDraft}
            </Button>
          </div>
        }
      >
        <p>
          <strong className="font-medium">{rulesTexts.draftOf(when)}</strong> {rulesTexts.draftFirst}
        </p>
        {overtaken}
      </Notice>
      {isComparing && (
        <Dialog isOpen width="wide" title={rulesTexts.draftTitle(when)} onClose={() => setComparing(false)}>
          <div className="grid gap-3">
            <div className="text-table text-ink-2">
              <p>{rulesTexts.draftText}</p>
              {overtaken}
            </div>
            <LineDiffView before={published} after={draft.text} />
            <DialogActions>
              <Button onPress={() => setComparing(false)}>{rulesTexts.close}</Button>
              <Button onPress={onGiveUp}>{rulesTexts.discardDraft}</Button>
              <Button variant="primary" onPress={onTake}>
                {rulesTexts.takeDraft}
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Of those that take the room. */
const namedMax = 5

/** This browser has no room for a draft: what is to be done, and which drafts take it, each with the way to it. */
export function UnkeptDraftNotice({ place }: { readonly place: DraftPlace }) {
  const others = listOtherDrafts(place)
  return (
    <Notice tone="attention" isAnnounced>
      <p>{rulesTexts.noRoom}</p>
      {others.length > 0 && (
        <>
          <p className="mt-1">{rulesTexts.roomTaken}</p>
          <ul className="list-disc pl-5 leading-6 wrap-anywhere touch:leading-10">
            {others.slice(0, namedMax).map(({ project, area, database }) => (
              <li key={`${area}/${database}.${project}`}>
                <TextLink
                  to="/projects/$project/rules"
                  params={{ project }}
                  search={area === 'files' ? { area } : databaseSearch(database)}
                >
                  {rulesTexts.draftIn(
                    project,
                    rulesTexts[area],
                    area === 'documents' && database !== defaultDatabase ? database : undefined,
                  )}
                </TextLink>
              </li>
            ))}
            {others.length > namedMax && <li>{rulesTexts.moreDrafts(others.length - namedMax)}</li>}
          </ul>
        </>
      )}
    </Notice>
  )
}
