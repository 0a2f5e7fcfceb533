import type { CDPSession, Page } from '@playwright/test';

/** A device that keeps passkeys, which Chromium plays: its owner has just shown their finger. */
export interface VirtualDevice {
  /** How many passkeys it keeps. */
  count(): Promise<number>;
  /** Whether its owner shows their finger when it asks. */
  setPresent(isPresent: boolean): Promise<void>;
}

/** Connects a device to the browser of a page. */
export async function aDevice(page: Page): Promise<VirtualDevice> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async count() {
      const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    async setPresent(isPresent) {
      await devTools.send('WebAuthn.setUserVerified', {
        authenticatorId,
        isUserVerified: isPresent,
      });
    },
  };
}
