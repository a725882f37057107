import type { FullMetadata } from 'firebase/storage'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf, reactionTo } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { problemOfPairs, recordOfPairs, type CustomPair, type PairsProblem } from '../custom-pairs.ts'
import { changeMetadata } from '../queries/find-metadata.ts'

/** Content type, cache control, and the pairs. Everything is sent at once, and nothing is kept of a refused change. */
export function MetadataDialog({
  metadata,
  onSaved,
  onGone,
  onClose,
}: {
  readonly metadata: FullMetadata
  readonly onSaved: (metadata: FullMetadata) => void
  /** In the place of `onClose` where somebody has deleted the file meanwhile. */
  readonly onGone: () => void
  readonly onClose: () => void
}) {
  const project = useProject()
  const [pairs, setPairs] = useState<readonly CustomPair[]>(() =>
    Object.entries(metadata.customMetadata ?? {}).map(([key, value], id) => ({ id, key, value })),
  )
  const [problem, setProblem] = useState<string>()
  const [isGone, setGone] = useState(false)
  const close = isGone ? onGone : onClose
  const form = useForm({
    initial: { contentType: metadata.contentType ?? '', cacheControl: metadata.cacheControl ?? '' },
    validators: {
      contentType: (text) =>
        text === '' || /^[\w.+-]+\/[\w.+-]+\s*(;[\t\x20-\x7e]*)?$/.test(text) ? undefined : filesTexts.badContentType,
      cacheControl: (text) => (text.length <= 1024 && /^[\t\x20-\x7e]*$/.test(text) ? undefined : filesTexts.badHeader),
    },
    async submit({ contentType, cacheControl }) {
      const wrong = problemOfPairs(pairs)
      setProblem(wrong === undefined ? undefined : wordsOf(wrong, pairs))
      if (wrong !== undefined) return
      try {
        const edited = {
          contentType: contentType.trim(),
          cacheControl: cacheControl.trim(),
          custom: recordOfPairs(pairs),
        }
        onSaved(await changeMetadata(project, metadata, edited))
      } catch (thrown) {
        setProblem(messageOf(thrown))
        setGone(reactionTo(thrown).kind === 'gone')
      }
    },
  })
  return (
    <Dialog isOpen onClose={close} title={filesTexts.editTitle(metadata.name)} width="medium">
      <form {...form.formProps} className="grid gap-4">
        <TextField
          {...form.field('contentType')}
          label={filesTexts.contentType}
          description={filesTexts.contentTypeHelp}
          isMonospaced
          autoFocus
        />
        <TextField
          {...form.field('cacheControl')}
          label={filesTexts.cacheControl}
          description={filesTexts.cacheControlHelp}
          isMonospaced
        />
        <PairsEditor pairs={pairs} onChange={setPairs} />
        {problem !== undefined && <FieldProblem>{problem}</FieldProblem>}
        <DialogActions>
          <Button onPress={close}>{filesTexts.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            {filesTexts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const pairClasses = 'grid grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto] items-center gap-2'

function PairsEditor({
  pairs,
  onChange,
}: {
  readonly pairs: readonly CustomPair[]
  readonly onChange: (pairs: readonly CustomPair[]) => void
}) {
  const revise = (id: number, change: Partial<CustomPair>) =>
    onChange(pairs.map((pair) => (pair.id === id ? { ...pair, ...change } : pair)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-table font-medium">{filesTexts.custom}</legend>
      {pairs.length > 0 && (
        <div aria-hidden="true" className={`${pairClasses} -mb-1 text-small text-ink-2`}>
          <span>{filesTexts.key}</span>
          <span>{filesTexts.value}</span>
          <span className="w-8" />
        </div>
      )}
      {pairs.map(({ id, key, value }, at) => (
        <div key={id} className={pairClasses}>
          <TextField
            name={`key-${id}`}
            label={filesTexts.customKey(at + 1)}
            hasHiddenLabel
            isMonospaced
            value={key}
            onChange={(text) => revise(id, { key: text })}
          />
          <TextField
            name={`value-${id}`}
            label={filesTexts.customValue(at + 1)}
            hasHiddenLabel
            isMonospaced
            value={value}
            onChange={(text) => revise(id, { value: text })}
          />
          <IconButton
            label={filesTexts.removeCustom(key)}
            onPress={() => onChange(pairs.filter((pair) => pair.id !== id))}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          onPress={() =>
            onChange([...pairs, { id: Math.max(-1, ...pairs.map(({ id }) => id)) + 1, key: '', value: '' }])
          }
        >
          {filesTexts.addCustom}
        </Button>
      </div>
    </fieldset>
  )
}

function wordsOf(problem: PairsProblem, pairs: readonly CustomPair[]): string {
  switch (problem.kind) {
    case 'key-missing':
      return filesTexts.keyMissing
    case 'key-twice':
      return filesTexts.keyTwice(pairs.find(({ id }) => id === problem.id)?.key ?? '')
    case 'too-large':
      return filesTexts.customTooLarge
  }
}
