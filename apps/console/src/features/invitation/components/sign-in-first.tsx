import { useNavigate } from '@tanstack/react-router'
import { membersTexts } from '../../../texts/en/members.ts'
import { Button } from '../../../ui/button.tsx'

/** For somebody who has an account and is not signed in with it. */
export function SignInFirst({ email }: { readonly email: string }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-4">
      <p>{membersTexts.signInFirst(email)}</p>
      <Button
        variant="primary"
        size="large"
        isWide
        autoFocus
        onPress={() => void navigate({ to: '/sign-in', search: { to: '/invitation' }, state: { email } })}
      >
        {membersTexts.signIn}
      </Button>
    </div>
  )
}
