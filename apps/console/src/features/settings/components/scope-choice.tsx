import { settingsTexts } from '../../../texts/en/settings.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type KeyScope, keyScopes } from '../queries/service-keys.ts'

export interface ScopeChoiceProps {
  readonly scopes: readonly KeyScope[]
  readonly onChange: (scopes: readonly KeyScope[]) => void
}

/** What a key may besides what servers of apps need: nothing, unless somebody says so. */
export function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
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
