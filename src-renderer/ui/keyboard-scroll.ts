/** For a region that scrolls and holds nothing to focus: without it, it could not be scrolled by keyboard. */
export const keyboardScroll = { tabIndex: 0 } as const
