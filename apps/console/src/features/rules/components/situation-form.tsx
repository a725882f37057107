import { useState } from 'react'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import {
  hasAfter,
  hasBefore,
  methods,
  type Situation,
  type SituationProblem,
} from '../../../shared/rules/simulator/situation.ts'

/** What is to be tried: method, path, as whom, and what is there. */
export function SituationForm({
  area,
  situation,
  problem,
  onChange,
  onLoad,
}: {
  readonly area: RulesArea
  readonly situation: Situation
  readonly problem: SituationProblem | undefined
  readonly onChange: (situation: Situation) => void
  /** Fills in the document that is there now; absent where there are none. */
  readonly onLoad: (() => void) | undefined
}) {
  const field = (name: Exclude<keyof Situation, 'method' | 'uid'>) => ({
    name,
    value: situation[name],
    onChange: (value: string) => onChange({ ...situation, [name]: value }),
    isMonospaced: true,
    ...(problem?.field === name && { error: problem.message }),
  })
  const { method, uid } = situation
  const [isUnfolded, setUnfolded] = useState(false)
  // What is filled in, or wrong, is not hidden.
  const isOpen =
    isUnfolded ||
    situation.time !== '' ||
    situation.others !== '' ||
    problem?.field === 'time' ||
    problem?.field === 'others'
  const isQuery = area === 'documents' && method === 'list'
  const help = area === 'documents' ? texts.documentHelp : texts.fileHelp
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-2">
        <Select
          label={texts.method}
          value={method}
          options={methods.map((id) => ({ id, label: id }))}
          onChange={(next) => onChange({ ...situation, method: next })}
        />
        <TextField {...field('path')} label={isQuery ? texts.path.list : texts.path[area]} />
      </div>
      <Choice
        label={texts.as}
        value={uid === undefined ? 'nobody' : 'user'}
        options={[
          { id: 'nobody', label: texts.nobody },
          { id: 'user', label: texts.user },
        ]}
        onChange={(who) => onChange({ ...situation, uid: who === 'user' ? (uid ?? '') : undefined })}
      />
      {uid !== undefined && (
        <>
          <TextField
            label={texts.uid}
            name="uid"
            value={uid}
            isMonospaced
            isRequired
            onChange={(value) => onChange({ ...situation, uid: value })}
            {...(problem?.field === 'uid' && { error: problem.message })}
          />
          <TextArea {...field('claims')} label={texts.claims} description={texts.claimsHelp} rows={2} />
        </>
      )}
      {isQuery && (
        <>
          <TextArea {...field('filters')} label={texts.filters} description={texts.filtersHelp} rows={2} />
          <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-2">
            <TextField {...field('orderBy')} label={texts.orderBy} description={texts.orderByHelp} />
            <TextField {...field('limit')} label={texts.limit} />
          </div>
        </>
      )}
      {hasBefore(method) && (
        <div className="grid gap-1.5">
          <TextArea {...field('before')} label={texts.before[area]} description={help} rows={4} />
          {onLoad !== undefined && (
            <div>
              <Button size="small" onPress={onLoad}>
                {texts.load}
              </Button>
            </div>
          )}
        </div>
      )}
      {hasAfter(method) && <TextArea {...field('after')} label={texts.after[area]} description={help} rows={4} />}
      <details className="group" open={isOpen} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary className="w-fit cursor-default rounded-small text-table text-ink-2 hover:text-ink-1 touch:py-2.5">
          {texts.further}
        </summary>
        <div className="grid gap-3 pt-2">
          <TextField {...field('time')} label={texts.time} description={texts.timeHelp} />
          <TextArea {...field('others')} label={texts.others} description={texts.othersHelp} rows={3} />
        </div>
      </details>
    </div>
  )
}
