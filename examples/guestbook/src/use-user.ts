import { onAuthStateChanged, type User } from 'firebase/auth'
import { useEffect, useState } from 'react'
import { auth } from './firebase.ts'

/** Who is signed in: null is nobody, undefined is not known yet. */
export function useUser(): User | null | undefined {
  const [user, setUser] = useState<User | null>()
  useEffect(() => onAuthStateChanged(auth, setUser), [])
  return user
}
