import { signOut } from 'firebase/auth'
import { useState } from 'react'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'
import { auth } from './firebase.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useUser } from './use-user.ts'

export function App() {
  const user = useUser()
  /** The name of somebody who just signed up: the session learns it a moment later. */
  const [newName, setNewName] = useState<string>()

  return (
    <>
      <header className="bar">
        <h1>Guestbook</h1>
        {user && (
          <p className="who">
            <span>Signed in as {user.displayName ?? newName ?? user.email}</span>
            <button type="button" className="quiet" onClick={() => void signOut(auth)}>
              Sign out
            </button>
          </p>
        )}
      </header>
      <main>
        {user === undefined && <p className="note">Opening the book…</p>}
        {user === null && <SignInForm onSignedUp={setNewName} />}
        {user && <EntryForm author={{ uid: user.uid, name: user.displayName ?? newName ?? 'Somebody' }} />}
        {user !== undefined && <EntryList uid={user?.uid} />}
      </main>
    </>
  )
}
