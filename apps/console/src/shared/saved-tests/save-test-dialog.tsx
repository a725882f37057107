import type { RulesTestCase } from '@hearth/rules'
import { useEffect, useState } from 'react'
import { failureOf } from '../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../backend/errors/reaction.ts'
import { useProject } from '../../session/project-context.tsx'
import { rulesTestsTexts as texts } from '../../texts/en/rules-tests.ts'
import { uiTexts } from '../../texts/en/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { createTest, type SavedTest, updateTest } from './saved-tests.ts'
import { suggestedName } from './test-words.ts'

const nameMax = 200

/** Asks what a test is called and what it expects, and saves it for the team. */
export function SaveTestDialog({
  test,
  isAllowed,
  replaced,
  documentsRead = [],
  onSaved,
  onClose,
}: {
  readonly test: RulesTestCase
  /** What the rules said, which is offered as what they must say. */
  readonly isAllowed: boolean
  /** The saved test that this one was made from. */
  readonly replaced?: SavedTest | undefined
  /** Documents that the test holds as they are now. */
  readonly documentsRead?: readonly string[]
  readonly onSaved: (saved: SavedTest) => void
  readonly onClose: () => void
}) {
  const project = useProject()
  const [expectation, setExpectation] = useState<'ALLOW' | 'DENY'>(expectationOf(replaced, isAllowed))
  const [failing, setFailing] = useState<Reaction>()
  const [isChanged, setChanged] = useState(false)
  const save = async (name: string, target: SavedTest | undefined): Promise<void> => {
    setFailing(undefined)
    const named = { ...test, name: name.trim(), expectation }
    try {
      const saved = await (target === undefined ? createTest(project, named) : updateTest(project, target, named))
      toast(texts.saved)
      onSaved(saved)
    } catch (thrown) {
      const { reason, code } = failureOf(thrown)
      if (reason === 'TEST_CHANGED' || (target !== undefined && code === 'not-found')) setChanged(true)
      else setFailing(reactionTo(thrown))
    }
  }
  const nameFor = (expected: 'ALLOW' | 'DENY') => replaced?.test.name ?? suggestedName(test, expected)
  const mayReplace = replaced !== undefined && !isChanged
  const form = useForm({
    initial: { name: nameFor(expectation) },
    validators: { name: nameProblem },
    submit: async ({ name }) => await save(name, mayReplace ? replaced : undefined),
  })
  const { ref } = form.formProps
  // A suggestion is written over by typing.
  useEffect(() => {
    const field = ref.current?.elements.namedItem('name')
    if (field instanceof HTMLInputElement) field.select()
  }, [ref])
  const expect = (next: 'ALLOW' | 'DENY'): void => {
    if (form.values.name === nameFor(expectation)) form.setValue('name', nameFor(next))
    setExpectation(next)
  }
  return (
    <Dialog isOpen title={texts.saveTitle} onClose={onClose} isDismissable={!form.isSubmitting}>
      <form {...form.formProps} className="grid gap-4 pt-2">
        <TextField
          {...form.field('name')}
          label={texts.name}
          description={texts.nameHelp}
          autoComplete="off"
          autoFocus
        />
        <Choice
          label={texts.expectation}
          value={expectation}
          options={[
            { id: 'ALLOW', label: texts.allowed },
            { id: 'DENY', label: texts.denied },
          ]}
          onChange={expect}
        />
        {documentsRead.length > 0 && (
          <p className="text-small break-words text-ink-2">{texts.mocked(documentsRead.join(', '))}</p>
        )}
        {isChanged && (
          <Notice tone="attention" isAnnounced>
            {texts.changedMeanwhile}
          </Notice>
        )}
        <FailureNotice failing={failing} />
        <DialogActions>
          <Button onPress={onClose} isDisabled={form.isSubmitting}>
            {uiTexts.cancel}
          </Button>
          {mayReplace && (
            <Button isDisabled={form.isSubmitting} onPress={() => void save(form.values.name, undefined)}>
              {texts.saveAsNew}
            </Button>
          )}
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            {mayReplace ? texts.saveChanges : isChanged ? texts.saveAsNew : texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function expectationOf(replaced: SavedTest | undefined, isAllowed: boolean): 'ALLOW' | 'DENY' {
  if (replaced === undefined) return isAllowed ? 'ALLOW' : 'DENY'
  return replaced.test.expectation === 'DENY' ? 'DENY' : 'ALLOW'
}

function nameProblem(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return texts.nameMissing
  return length > nameMax ? texts.nameTooLong : undefined
}
