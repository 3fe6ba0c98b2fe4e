import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import { isNoObject, openBucket, patience, readStorageUrl } from './s3-bucket.ts';

const keyForm = /^[0-9a-f]{32}$/;

/** Opens a file store in S3-compatible object storage. */
export async function openS3Files(storageUrl: string, times = patience): Promise<FileStore> {
  const { s3, client, bucket, prefix, listOne } = await openBucket(readStorageUrl(storageUrl), times);
  const { Upload } = await import('@aws-sdk/lib-storage');
  const at = (key: string) => {
    if (!keyForm.test(key)) throw new Error('This is no key of the file store.');
    return { Bucket: bucket, Key: prefix + key };
  };

  return {
    async put(tempPath, { contentType, key = randomBytes(16).toString('hex') }) {
      const params = { ...at(key), Body: createReadStream(tempPath), ContentType: contentType };
      await new Upload({ client, params, queueSize: 1 }).done();
      return key;
    },
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const {
          Body,
          ContentLength = 0,
          ContentRange,
        } = await client.send(new s3.GetObjectCommand({ ...at(key), Range }));
        const size = Number(ContentRange?.split('/')[1] ?? ContentLength);
        return { stream: Body as Readable, size };
      } catch (error) {
        if (isNoObject(error)) return undefined;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new s3.DeleteObjectCommand(at(key)));
    },
    check: listOne,
    async *keysBefore(instant) {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified } of Contents) {
          const key = Key.slice(prefix.length);
          if (keyForm.test(key) && LastModified && LastModified < instant) yield key;
        }
      }
    },
  };
}
