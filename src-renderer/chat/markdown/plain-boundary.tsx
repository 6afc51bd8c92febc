import { Component, type ReactNode } from 'react'

interface Props {
  /** What is shown in place of what cannot be drawn. */
  text: string
  children: ReactNode
}

/** A text that cannot be drawn is shown as it was written; what stands around it lives on (05-trust). */
export class PlainBoundary extends Component<Props, { text: string; failed: boolean }> {
  override state = { text: this.props.text, failed: false }

  /** Another text, a longer one while it streams, gets its own chance. */
  static getDerivedStateFromProps({ text }: Props, state: { text: string }): { text: string; failed: boolean } | null {
    return text === state.text ? null : { text, failed: false }
  }

  /** What is answered here has to be drawable: React draws once more, and what throws again takes the window down. */
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error('A message could not be drawn and is shown as plain text.', error.message)
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainText text={this.state.text} /> : this.props.children
  }
}

export const PlainText = ({ text }: { text: string }) => (
  <div className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
    {text}
  </div>
)
