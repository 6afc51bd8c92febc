import type { AccessTier } from '@shared/memory'

/**
 * May what a memory says be sent to this model? Sensitive entries stay on this machine, unless the person allows it
 * (05-trust; setting `piiToRemote`). Pure.
 */
export function mayTravel(
  { accessTier }: { accessTier: AccessTier },
  model: { local: boolean } | null,
  settings: { piiToRemote: boolean },
): boolean {
  return accessTier === 'PUBLIC' || model === null || model.local || settings.piiToRemote
}
