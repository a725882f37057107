import { Download } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { createServiceKey, type KeyFile, type KeyScope, keyScopes } from '../queries/keys.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'

interface MadeKey {
  readonly file: KeyFile
  readonly scopes: readonly KeyScope[]
}

export interface CreateKeyDialogProps {
  readonly signIn: RecentSignIn
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Asks for the key's name, then shows its file, this once. */
export function CreateKeyDialog({ signIn, onMade, onClose }: CreateKeyDialogProps) {
  const [made, setMade] = useState<MadeKey>()
  return made === undefined ? (
    <NameDialog
      signIn={signIn}
      onMade={(key) => {
        setMade(key)
        onMade()
      }}
      onClose={onClose}
    />
  ) : (
    <KeyFileDialog {...made} onClose={onClose} />
  )
}

interface NameDialogProps {
  readonly signIn: RecentSignIn
  readonly onMade: (key: MadeKey) => void
  readonly onClose: () => void
}

function NameDialog({ signIn, onMade, onClose }: NameDialogProps) {
  const project = useProject()
  const [scopes, setScopes] = useState<readonly KeyScope[]>([])
  const form: Form<{ name: string }> = useForm({
    initial: { name: '' },
    validators: { name: validateKeyName },
    submit: async ({ name }) => {
      const make = async () => onMade({ file: await createServiceKey(project, { name: name.trim(), scopes }), scopes })
      await signIn.run(make, { act: settingsTexts.createKey })
    },
  })
  return (
    <FormDialog title={settingsTexts.createTitle} form={form} submit={settingsTexts.createKey} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={settingsTexts.keyName}
        description={settingsTexts.keyNameHelp}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <ScopeChoice scopes={scopes} onChange={setScopes} />
    </FormDialog>
  )
}

/** Neither Escape nor a click beside it loses what can't be shown again. */
function KeyFileDialog({ file, scopes, onClose }: MadeKey & { readonly onClose: () => void }) {
  const project = useProject()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={settingsTexts.madeTitle}
      width="medium"
      role="alertdialog"
      isDismissable={false}
    >
      <p className="mb-3 text-body text-ink-2">{settingsTexts.madeText}</p>
      <KeyRights scopes={scopes} />
      <div className="overflow-hidden rounded border border-line [&_pre]:max-h-48">
        <CodeBlock label={settingsTexts.keyFile} code={file.json} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{settingsTexts.kept}</Button>
        <Button
          variant="primary"
          icon={<Download />}
          autoFocus
          onPress={() => saveText(`${project.id}-${file.id}.json`, 'application/json', file.json)}
        >
          {settingsTexts.download}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What whoever has the file may do with it. In the project of the console a key changes nothing without the scope for the project. */
function KeyRights({ scopes }: Pick<MadeKey, 'scopes'>) {
  const { id } = useProject()
  const isReading = id === 'console' && !scopes.includes('project')
  return (
    <div className="mb-3 text-body text-ink-2">
      <p>
        {isReading ? settingsTexts.madeMayInConsole : settingsTexts.madeMay}
        {scopes.length === 0 ? settingsTexts.madeNoScopes : settingsTexts.madeScopes}
      </p>
      {scopes.length > 0 && (
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {scopes.map((scope) => (
            <li key={scope}>{settingsTexts.scopeTexts[scope]}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function validateKeyName(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return settingsTexts.keyNameMissing
  return length > 80 ? settingsTexts.keyNameTooLong : undefined
}

interface ScopeChoiceProps {
  readonly scopes: readonly KeyScope[]
  readonly onChange: (scopes: readonly KeyScope[]) => void
}

/** What a key may besides what servers of apps need: nothing, unless somebody says so. */
function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 text-table font-medium">{settingsTexts.scopes}</legend>
      <p className="text-table text-ink-2">{settingsTexts.scopesHelp}</p>
      {keyScopes.map((scope) => (
        <Checkbox
          key={scope}
          isSelected={scopes.includes(scope)}
          onChange={(isSelected) =>
            onChange(isSelected ? [...scopes, scope] : scopes.filter((chosen) => chosen !== scope))
          }
        >
          <span>
            <span className="font-medium">{settingsTexts.scopeNames[scope]}</span>{' '}
            <span className="text-ink-2">{settingsTexts.scopeTexts[scope]}</span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
