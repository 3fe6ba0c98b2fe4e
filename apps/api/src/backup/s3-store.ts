import type { Readable } from 'node:stream';
import { isNoObject, openBucket, patience, readStorageUrl } from '../files/s3-bucket.ts';
import type { BackupStore } from './backup-store.ts';

/** Backups in object storage. A large file goes in pieces; it is there when the last one is. */
export async function openS3Store(target: string): Promise<BackupStore> {
  const place = readStorageUrl(target, 'The address of the backup');
  const check = 'Check its address and the credentials.';
  const { s3, client, bucket, prefix } = await openBucket(place, patience, check);
  const { Upload } = await import('@aws-sdk/lib-storage');
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    label: `s3://${bucket}/${prefix}`,
    async names(below = '') {
      const Prefix = below === '' ? prefix : `${prefix}${below}/`;
      const keys: string[] = [];
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix, Delimiter: '/' })) {
        for (const folder of page.CommonPrefixes ?? []) keys.push(folder.Prefix ?? '');
        for (const object of page.Contents ?? []) keys.push(object.Key ?? '');
      }
      return keys.map((key) => key.slice(Prefix.length).replace(/\/$/u, '')).filter((name) => name !== '');
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
    async link(earlier, name) {
      const CopySource = encodeURI(`${bucket}/${prefix}${earlier}`);
      // Missing there, or a store without copies: its bytes are sent instead.
      return client.send(new s3.CopyObjectCommand({ ...at(name), CopySource })).then(
        () => true,
        () => false,
      );
    },
    settle: async () => {},
    async remove(name) {
      const list = { Bucket: bucket, Prefix: `${prefix}${name}/` };
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, list)) {
        for (const { Key } of Contents) await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key }));
      }
    },
  };
}
