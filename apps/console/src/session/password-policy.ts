import { validatePassword, type Auth, type PasswordValidationStatus } from 'firebase/auth'
import { useEffect, useState } from 'react'
import { policyTexts } from '../texts/en/policy.ts'
import type { ChecklistItem } from '../ui/checklist.tsx'

/** What the server's policy says of a password, rule by rule. */
export interface PolicyCheck {
  readonly isMet: boolean
  readonly items: readonly ChecklistItem[]
}

/** Without an answer from the server the least that any server asks for holds. */
const defaultMinLength = 6
const maxLength = 4096

/** Asks the server for its password policy (once) and holds the password against it. */
export async function checkPassword(auth: Auth, password: string): Promise<PolicyCheck> {
  return checkOf(await validatePassword(auth, password), password)
}

/** The checklist beside a new password, as it is typed. */
export function usePasswordCheck(auth: Auth, password: string): PolicyCheck {
  const [check, setCheck] = useState<PolicyCheck>(() => defaultCheck(password))
  useEffect(() => {
    let isCurrent = true
    checkPassword(auth, password).then(
      (found) => {
        if (isCurrent) setCheck(found)
      },
      // The server doesn't tell its policy now; it checks again anyway when the form is sent.
      () => {
        if (isCurrent) setCheck(defaultCheck(password))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [auth, password])
  return check
}

function checkOf(status: PasswordValidationStatus, password: string): PolicyCheck {
  const { customStrengthOptions: options } = status.passwordPolicy
  const items: ChecklistItem[] = [
    {
      id: 'min',
      text: policyTexts.minLength(options.minPasswordLength ?? defaultMinLength),
      isMet: status.meetsMinPasswordLength ?? true,
    },
  ]
  if (status.meetsMaxPasswordLength === false) {
    items.push({ id: 'max', text: policyTexts.maxLength(options.maxPasswordLength ?? maxLength), isMet: false })
  }
  if (options.containsLowercaseLetter === true) {
    items.push({ id: 'lower', text: policyTexts.lowercase, isMet: status.containsLowercaseLetter ?? false })
  }
  if (options.containsUppercaseLetter === true) {
    items.push({ id: 'upper', text: policyTexts.uppercase, isMet: status.containsUppercaseLetter ?? false })
  }
  if (options.containsNumericCharacter === true) {
    items.push({ id: 'digit', text: policyTexts.digit, isMet: status.containsNumericCharacter ?? false })
  }
  if (options.containsNonAlphanumericCharacter === true) {
    items.push({ id: 'symbol', text: policyTexts.symbol, isMet: status.containsNonAlphanumericCharacter ?? false })
  }
  return { isMet: password !== '' && items.every(({ isMet }) => isMet), items }
}

function defaultCheck(password: string): PolicyCheck {
  const isMet = password.length >= defaultMinLength
  return { isMet, items: [{ id: 'min', text: policyTexts.minLength(defaultMinLength), isMet }] }
}
