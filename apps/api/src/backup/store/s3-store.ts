import type { Readable } from 'node:stream';
import { isNoObject, isRefused, openBucket, patience, readStorageUrl } from '../../files/s3-bucket.ts';
import type { BackupStore } from './store-types.ts';

/** Backups in object storage. A large file goes in pieces; it is there when the last one is. */
export async function openS3Store(target: string): Promise<BackupStore> {
  const place = readStorageUrl(target, 'The address of the backup');
  const check = 'Check its address and the credentials.';
  const { s3, client, bucket, prefix } = await openBucket(place, patience, check);
  const { Upload } = await import('@aws-sdk/lib-storage');
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  const below = (name: string) => s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + name });
  return {
    label: `s3://${bucket}/${prefix}`,
    async names(below = '') {
      const at = below === '' ? prefix : `${prefix}${below}/`;
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: at, Delimiter: '/' });
      const keys: string[] = [];
      for await (const { CommonPrefixes = [], Contents = [] } of pages) {
        keys.push(...CommonPrefixes.map((it) => it.Prefix ?? ''), ...Contents.map((it) => it.Key ?? ''));
      }
      return keys.map((key) => key.slice(at.length).replace(/\/$/u, '')).filter((name) => name !== '');
    },
    async read(name) {
      try {
        return (await client.send(new s3.GetObjectCommand(at(name)))).Body as Readable;
      } catch (error) {
        if (isNoObject(error)) return undefined;
        throw error;
      }
    },
    async write(name, source) {
      await new Upload({ client, params: { ...at(name), Body: source }, queueSize: 1 }).done();
    },
    async repeat(earlier, name) {
      // An object is there whole or not at all: its size need not be asked for.
      const CopySource = encodeURI(`${bucket}/${prefix}${earlier}`);
      try {
        await client.send(new s3.CopyObjectCommand({ ...at(name), CopySource }));
        return true;
      } catch (error) {
        if (isRefused(error)) return false;
        throw error;
      }
    },
    settle: async () => {},
    async remove(name) {
      for await (const { Contents = [] } of below(`${name}/`)) {
        for (const { Key = '' } of Contents) await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key }));
      }
    },
    pathOf: () => undefined,
  };
}
