import { createUserWithEmailAndPassword, signInWithEmailAndPassword, updateProfile } from 'firebase/auth'
import { useId, useState } from 'react'
import { auth } from './firebase.ts'
import { formText } from './form-text.ts'
import { messageOf } from './messages.ts'

/** Sign in, or sign up with a name. */
export function SignInForm({ onSignedUp }: { onSignedUp: (name: string) => void }) {
  const id = useId()
  const [isNew, setIsNew] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState('')

  async function submit(form: FormData) {
    const email = formText(form, 'email').trim()
    const password = formText(form, 'password')
    const name = formText(form, 'name').trim()
    setIsBusy(true)
    setMessage('')
    try {
      if (isNew) {
        if (name) onSignedUp(name)
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        if (name) await updateProfile(user, { displayName: name })
      } else {
        await signInWithEmailAndPassword(auth, email, password)
      }
    } catch (error) {
      setMessage(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <form
      className="card"
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <h2 id={`${id}-title`}>{isNew ? 'Make an account' : 'Sign in to write'}</h2>
      {isNew && (
        <>
          <label htmlFor={`${id}-name`}>Your name</label>
          <input id={`${id}-name`} name="name" autoComplete="name" maxLength={80} required />
        </>
      )}
      <label htmlFor={`${id}-email`}>E-mail</label>
      <input id={`${id}-email`} name="email" type="email" autoComplete="email" required />
      <label htmlFor={`${id}-password`}>Password</label>
      <input
        id={`${id}-password`}
        name="password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={isNew ? 6 : undefined}
        required
      />
      {message && (
        <p className="problem" role="alert">
          {message}
        </p>
      )}
      <p className="actions">
        <button type="submit" disabled={isBusy}>
          {isNew ? 'Sign up' : 'Sign in'}
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            setIsNew(!isNew)
            setMessage('')
          }}
        >
          {isNew ? 'I have an account' : 'I am new here'}
        </button>
      </p>
    </form>
  )
}
