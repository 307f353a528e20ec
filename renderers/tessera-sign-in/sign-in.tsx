// The product's own sign-in box. Whoever draws the sign-in page hands it in by the env; elsewhere a picture of it stands in its place.
import type { ComponentType } from 'react'
import type { RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import './sign-in.css'

interface Props extends RendererProps {
  env: RendererProps['env'] & { signInBox?: ComponentType }
}

export function SignIn({ env }: Props) {
  const { signInBox: Box } = env
  const say = sayer(env)
  return (
    <div className="tes-sign-in">
      {Box ? (
        <Box />
      ) : (
        <div className="tes-sign-in-picture">
          <strong>{say('Sign-in box')}</strong>
          <span>{say('People sign in here, where this is the sign-in page of the app.')}</span>
        </div>
      )}
    </div>
  )
}

export default renderer('tessera-sign-in', SignIn)
