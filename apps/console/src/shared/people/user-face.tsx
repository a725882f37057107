import { Avatar, type AvatarProps } from '../../ui/avatar.tsx'
import { labelOf, type ProjectUser } from './project-user.ts'
import { useUserPhoto } from './use-user-photo.ts'

/** One of the project's users: the picture, or the first letters of the name. */
export function UserFace({ user, size }: { readonly user: ProjectUser } & Pick<AvatarProps, 'size'>) {
  return <Avatar name={labelOf(user)} imageUrl={useUserPhoto(user)} {...(size !== undefined && { size })} />
}
