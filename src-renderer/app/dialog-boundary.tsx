import { Component, type ReactNode } from 'react'

interface Props {
  /** Told once: what stands here is to be closed, with a word about it. */
  onFailed: () => void
  children: ReactNode
}

/** A dialog that cannot be read or drawn is nothing at all; the window under it lives on. */
export class DialogBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error('A dialog could not be shown and was closed.', error.message)
    this.props.onFailed()
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
