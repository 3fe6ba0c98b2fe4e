import { expect, test } from './gallery.ts';

test('records mono 16 kHz WAV, plays it, replaces it, clears it', { tag: '@full' }, async ({ page }) => {
  await page.goto('/?page=fields');
  await page.getByRole('button', { name: 'Start Recording' }).click();
  const stop = page.getByRole('button', { name: 'Stop Recording' });
  await expect(stop).toBeVisible();
  await expect(page.getByText('0:02')).toBeVisible();
  await stop.click();
  const player = page.locator('audio');
  await expect(player).toBeVisible();

  const sound = await page.evaluate(async () => {
    const { sound } = window as unknown as { sound: { blob: Blob; seconds: number } };
    const view = new DataView(await sound.blob.arrayBuffer());
    const context = new OfflineAudioContext(1, 16_000, 16_000);
    const decoded = await context.decodeAudioData(await sound.blob.arrayBuffer());
    return {
      rate: view.getUint32(24, true),
      channels: view.getUint16(22, true),
      seconds: sound.seconds,
      decoded: decoded.duration,
      bytes: sound.blob.size,
      loud: Math.max(...decoded.getChannelData(0)) > 0.01,
    };
  });
  expect(sound).toMatchObject({ rate: 16_000, channels: 1, loud: true });
  expect(sound.seconds).toBeGreaterThan(1.9);
  expect(sound.seconds).toBeLessThan(6);
  expect(Math.abs(sound.decoded - sound.seconds)).toBeLessThan(0.01);
  expect(sound.bytes).toBe(44 + Math.round(sound.seconds * 16_000) * 2);

  await player.evaluate((element: HTMLAudioElement) => element.play());
  await expect.poll(() => player.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('0:01')).toBeVisible();
  await page.getByRole('button', { name: 'Stop Recording' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(player).toHaveCount(0);
});

test('says so when the microphone is refused', { tag: '@full' }, async ({ page }) => {
  // The shell of Chromium has no question to refuse: this is how the browser answers a refusal.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await page.goto('/?page=fields');
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Please grant permission to use the microphone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible();
});

test('lets go of the microphone when it stops', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await ask(wish);
      (window as unknown as { stream: MediaStream }).stream = stream;
      return stream;
    };
  });
  await page.goto('/?page=fields');
  const live = () =>
    page.evaluate(() =>
      (window as unknown as { stream: MediaStream }).stream.getTracks().map((track) => track.readyState),
    );
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('0:01')).toBeVisible();
  expect(await live()).toEqual(['live']);
  await page.getByRole('button', { name: 'Stop Recording' }).click();
  await expect(page.locator('audio')).toBeVisible();
  expect(await live()).toEqual(['ended']);
});

test('warns before five minutes and stops at five', { tag: '@full' }, async ({ page }) => {
  // Time runs forty times as fast: each piece of sound is handed over forty times.
  await page.addInitScript(() => {
    const Real = AudioWorkletNode;
    window.AudioWorkletNode = class extends Real {
      constructor(...args: ConstructorParameters<typeof Real>) {
        super(...args);
        const port = this.port;
        Object.defineProperty(this, 'port', {
          value: {
            postMessage: port.postMessage.bind(port),
            set onmessage(hear: (event: MessageEvent) => void) {
              port.onmessage = (event) => {
                for (let i = 0; i < (event.data === 'end' ? 1 : 40); i++) hear(event);
              };
            },
          },
        });
      }
    };
  });
  await page.goto('/?page=fields');
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording stops at 5:00.')).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('audio')).toBeVisible();
  const sound = await page.evaluate(() => {
    const { sound } = window as unknown as { sound: { blob: Blob; seconds: number } };
    return { seconds: sound.seconds, bytes: sound.blob.size };
  });
  expect(sound.seconds).toBeGreaterThanOrEqual(300);
  expect(sound.seconds).toBeLessThan(312);
  expect(sound.bytes).toBeLessThan(10_000_000);
});
