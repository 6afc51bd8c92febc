import { Switch as Radix } from 'radix-ui'

interface SwitchProps {
  id?: string
  label?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ id, label, checked, onChange }: SwitchProps) {
  return (
    <Radix.Root
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      checked={checked}
      onCheckedChange={onChange}
      className="relative h-5 w-[34px] flex-none rounded-full border border-field bg-hover transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 translate-x-[2px] rtl:-translate-x-[2px] rounded-full bg-field transition-transform data-[state=checked]:translate-x-[16px] rtl:data-[state=checked]:-translate-x-[16px] data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  )
}
