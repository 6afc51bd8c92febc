/**
 * Models write formulas as `$x$`, `\(x\)` and `\[x\]`; people write “$5 and $10”. The parser knows only `$$`: inside a
 * line that is inline math, on lines of its own display math. So what is surely a formula is rewritten to that, by
 * Pandoc's rule: no space inside the dollars and no digit after the closing one. Code is left alone.
 */
export function normaliseMath(text: string): string {
  if (!/[$\\]/.test(text)) return text
  return outsideCode(text, rewrite)
}

/** `text` with everything but its code put through `change`, piece by piece from the front. */
export const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')

/** Fenced and inline code, captured so that `split` keeps it at the odd places. */
const CODE = /((?:^|(?<=\n)) {0,3}(?:`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n {0,3}(?:`{3,}|~{3,})|$)|$)|`+[^`\n]+`+)/

const rewrite = (part: string): string =>
  part
    .replace(/\$\$\$+|^[ \t]*\$\$(?=[^\n$]*\S[^\n$]*$)|\$\$([^\n$]+?)\$\$/gm, moneyEscaped)
    .replace(/^[ \t]*\$\$([^\n$]+)\$\$[ \t]*$/gm, (_, tex: string) => `$$\n${tex.trim()}\n$$`)
    .replace(/\\\[([\s\S]+?)\\\]/g, (_, tex: string) => `\n$$\n${tex.trim()}\n$$\n`)
    .replace(/\\\(([^\n]+?)\\\)/g, (_, tex: string) => `$$${tex.trim()}$$`)
    .replace(/(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s$\\])\$(?![\d$])/g, (whole, tex: string) =>
      isFormula(tex) ? `$$${tex}$$` : whole,
    )

/** Dollars in a row that enclose no formula (“it costs $$ here and $$$ there”) lose their meaning, not their look. */
const moneyEscaped = (whole: string, tex?: string): string =>
  tex !== undefined && isFormula(tex) ? whole : whole.replaceAll('$', '\\$')

/** Names that stand in formulas without a backslash. */
const FUNCTIONS = /\b(?:sin|cos|tan|cot|sec|log|ln|lg|exp|max|min|lim|det|gcd|mod|arg|dim|ker|sup|inf|Pr|Var|Cov)\b/g

/**
 * Whether what stands between two dollars is a formula: TeX's own signs speak for it, words against it, and so does a
 * number with a unit or another sign of money behind it. “$5 and 10$” are two prices.
 */
export function isFormula(tex: string): boolean {
  if (/^\s*$/.test(tex)) return false
  const bare = tex
    .replace(/\\(?:text|mathrm|operatorname)\{[^}]*\}/g, '')
    .replace(/\\[a-zA-Z]+/g, ' ')
    .replace(FUNCTIONS, ' ')
  if (/(?<![\p{L}{_^])\p{L}{2,}\s+\p{L}{2,}/u.test(bare)) return false
  if (/\\[a-zA-Z]|[\^_{}]/.test(tex)) return true
  if (/[→–—%€£¥*]|\p{L}{3,}/u.test(bare)) return false
  if (!/^\d/.test(tex)) return !/(?:^|\s)\p{L}{2,}(?:\s|$)/u.test(bare)
  // It begins as a price does.
  return /^[\d.]+$|[=<>+]|^\d+[a-z](?![a-z])/.test(tex) && !/\d[kKmMB]\b|\d,\d/.test(tex)
}
